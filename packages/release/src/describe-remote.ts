import path from 'node:path';
import { parseRegistry, type ReleasedRemote } from '@patchwork/federation';
import * as v from 'valibot';
import { readJson } from './piece.ts';
import { ReleaseError } from './release-error.ts';

const declarationSchema = v.looseObject({ id: v.string() });

type Location = Pick<ReleasedRemote, 'version' | 'entry' | 'files'>;

/**
 * The registry's entry for the remote in a folder: its declaration, and where it lies. It is
 * checked as the shop's page will check it; throws a ReleaseError that names the field at fault.
 */
export async function describeRemote(
  piece: string,
  locate: (id: string) => Location,
): Promise<ReleasedRemote> {
  const file = path.join(piece, 'remote.json');
  const declaration = await readJson(file, declarationSchema);
  const document = { ...declaration, ...locate(declaration.id) };
  const { registry, problems } = parseRegistry({ format: 1, remotes: [document] });
  const [remote] = registry.remotes;
  if (!remote) throw new ReleaseError(`${file}: ${problems.join('; ')}`);
  return remote;
}
