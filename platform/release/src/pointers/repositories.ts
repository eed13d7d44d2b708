import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as v from 'valibot';
import { type Finding, refusal } from '../findings.ts';
import { parseJson, readIfPresent } from '../release-folder/files.ts';
import type { ReleaseStore } from '../release-folder/store.ts';
import type { AddedPiece } from './staging.ts';

/**
 * Schema of .owners.json: names of the repository that owns a piece, by piece. Servers of a release never send the file,
 * because its name begins with a dot: a repository's URL may be confidential.
 */
const schema = v.record(v.string(), v.array(v.string()));

export type Repositories = Readonly<v.InferOutput<typeof schema>>;

const REPOSITORIES = '.owners.json';

/** Reads the names of each piece's repository; {} without the file. Throws a ReleaseError if the file is unreadable. */
export async function readRepositories(release: string): Promise<Repositories> {
  const file = path.join(release, REPOSITORIES);
  const content = await readIfPresent(file);
  return content ? parseJson(file, content, schema) : {};
}

export const writeRepositories = (store: ReleaseStore, repositories: Repositories): Promise<void> =>
  store.replace(REPOSITORIES, `${JSON.stringify(repositories, null, 2)}\n`);

/** Maximum number of stored names for one repository: its URL, and its folders. */
const MAX_NAMES = 10;

/** Returns a refusal for each build whose repository is not the owner of its piece, if both are known. */
export function checkRepositories(
  pieces: readonly AddedPiece[],
  repositories: Repositories,
): Finding[] {
  return pieces.flatMap(({ name, version, repository = [] }): Finding[] => {
    const known = repositories[name] ?? [];
    if (known.length === 0 || repository.length === 0) return [];
    if (repository.some((each) => known.includes(each))) return [];
    const ours = `${name} ${version.version}`;
    const message = `${ours} comes from ${repository[0]}, but ${name} belongs to ${known[0]}. Choose another id for yours; if the remote has moved, run “patchwork own ${name}” in its new place.`;
    return [refusal('owner', ours, message, { file: 'remote.json' })];
  });
}

/**
 * Stores the repositories of builds: the first build makes its repository the piece's owner, later ones add names of
 * that repository.
 */
export async function rememberRepositories(store: ReleaseStore, pieces: readonly AddedPiece[]) {
  const before = await readRepositories(store.folder);
  const known = pieces.flatMap(({ name, repository = [] }) => {
    const names = [...new Set([...(before[name] ?? []), ...repository])].slice(0, MAX_NAMES);
    return names.length > 0 ? [[name, names] as const] : [];
  });
  const after = { ...before, ...Object.fromEntries(known) };
  if (!isDeepStrictEqual(before, after)) await writeRepositories(store, after);
}
