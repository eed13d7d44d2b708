import path from 'node:path';
import { parseRegistry, type RemoteRelease } from '@patchwork/federation';
import * as v from 'valibot';
import { ReleaseError } from '../release-error.ts';
import { readJson } from './built-files.ts';

const declarationSchema = v.looseObject({ id: v.string() });

type Rest = Pick<RemoteRelease, 'version' | 'entry'> & Partial<RemoteRelease>;

/**
 * A version of the remote in a folder: its declaration, and what a build adds. It is checked as the
 * shop's page will check it; throws a ReleaseError that names the field at fault.
 */
export async function describeRemote(
  piece: string,
  complete: (id: string) => Rest,
): Promise<RemoteRelease> {
  const file = path.join(piece, 'remote.json');
  const declaration = await readJson(file, declarationSchema);
  const { id } = declaration;
  const stable = { ...declaration, ...complete(id) };
  const { registry: releases, problems } = parseRegistry({ format: 2, remotes: [{ id, stable }] });
  const [remote] = releases.remotes;
  if (!remote) throw new ReleaseError(`${file}: ${problems.join('; ')}`);
  return remote.stable;
}
