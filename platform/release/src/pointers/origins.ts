import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type Finding, refusal } from '../gate/live.ts';
import { parseJson, readIfPresent } from '../release-folder/files.ts';
import type { ReleaseStore } from '../release-folder/store.ts';
import type { AddedPiece } from './staging.ts';

/**
 * Schema of .owners.json: names of the builds' origins, by piece. Servers of a release never send the file, because its
 * name begins with a dot: a repository's URL may be confidential.
 */
const schema = v.record(v.string(), v.array(v.string()));

export type Owners = Readonly<v.InferOutput<typeof schema>>;

const OWNERS = '.owners.json';

/** Reads the names of each piece's owner; {} without the file. Throws a ReleaseError if the file is unreadable. */
export async function readOwners(release: string): Promise<Owners> {
  const file = path.join(release, OWNERS);
  const content = await readIfPresent(file);
  return content ? parseJson(file, content, schema) : {};
}

export const writeOwners = (store: ReleaseStore, owners: Owners): Promise<void> =>
  store.replace(OWNERS, `${JSON.stringify(owners, null, 2)}\n`);

/** Maximum number of stored names for one origin: a repository's URL, and its folders. */
const MAX_NAMES = 10;

/** Returns a refusal for each build whose origin is not the owner of its piece, if both are known. */
export function checkOwners(pieces: readonly AddedPiece[], owners: Owners): Finding[] {
  return pieces.flatMap(({ name, version, owner = [] }): Finding[] => {
    const known = owners[name] ?? [];
    if (known.length === 0 || owner.length === 0) return [];
    if (owner.some((each) => known.includes(each))) return [];
    const ours = `${name} ${version.version}`;
    const message = `${ours} comes from ${owner[0]}, but ${name} belongs to ${known[0]}. Choose another id for yours; if the remote has moved, run “patchwork own ${name}” in its new place.`;
    return [refusal('owner', ours, message, { file: 'remote.json' })];
  });
}

/**
 * Stores the origins of builds: the first build makes its origin the piece's owner, later ones add names of that
 * origin.
 */
export async function rememberOwners(store: ReleaseStore, pieces: readonly AddedPiece[]) {
  const before = await readOwners(store.folder);
  const known = pieces.flatMap(({ name, owner = [] }) => {
    const names = [...new Set([...(before[name] ?? []), ...owner])].slice(0, MAX_NAMES);
    return names.length > 0 ? [[name, names] as const] : [];
  });
  const after = { ...before, ...Object.fromEntries(known) };
  if (!isDeepStrictEqual(before, after)) await writeOwners(store, after);
}
