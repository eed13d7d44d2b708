import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { parseJson, readIfPresent, replaceFile } from '../folder/files.ts';
import { type Finding, refusal } from '../gate/findings.ts';
import type { AddedPiece } from './staging.ts';

/**
 * Names of the places that builds come from, by piece. No server of a release sends the file, because its name begins
 * with a dot: a repository's address is nobody else's business.
 */
const schema = v.record(v.string(), v.array(v.string()));

export type Owners = Readonly<v.InferOutput<typeof schema>>;

const ownersFile = (release: string): string => path.join(release, '.owners.json');

/**
 * Reads the owners of pieces; without the file, no piece has one yet. Throws a ReleaseError if the file can't be read.
 */
export async function readOwners(release: string): Promise<Owners> {
  const content = await readIfPresent(ownersFile(release));
  return content ? parseJson(ownersFile(release), content, schema) : {};
}

export const writeOwners = (release: string, owners: Owners): Promise<void> =>
  replaceFile(ownersFile(release), `${JSON.stringify(owners, null, 2)}\n`);

/** Maximum number of names that are remembered of one place: a repository's address, and folders of it. */
const MAX_NAMES = 10;

/** Refuses builds that do not come from the owner of their piece. */
export function checkOwners(pieces: readonly AddedPiece[], owners: Owners): Finding[] {
  return pieces.flatMap(({ name, version, owner = [] }): Finding[] => {
    const known = owners[name] ?? [];
    if (known.length === 0 || owner.length === 0) return [];
    if (owner.some((each) => known.includes(each))) return [];
    const ours = `${name} ${version.version}`;
    const message = `${ours} comes from ${owner[0]}, but ${name} belongs to ${known[0]}. Choose another id for yours; if it has moved, “patchwork own ${name}” makes its present place the owner.`;
    return [refusal('owner', ours, message, { file: 'remote.json' })];
  });
}

/**
 * Remembers where builds come from: a piece's first build makes its place the owner, later ones add names of that
 * place.
 */
export async function rememberOwners(release: string, pieces: readonly AddedPiece[]) {
  const before = await readOwners(release);
  const known = pieces.flatMap(({ name, owner = [] }) => {
    const names = [...new Set([...(before[name] ?? []), ...owner])].slice(0, MAX_NAMES);
    return names.length > 0 ? [[name, names] as const] : [];
  });
  const after = { ...before, ...Object.fromEntries(known) };
  if (!isDeepStrictEqual(before, after)) await writeOwners(release, after);
}
