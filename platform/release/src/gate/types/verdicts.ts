import { createHash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { exists, readValid, replaceFile } from '../../release-folder/files.ts';
import type { TypeCheckOptions } from '../live.ts';
import { type Compare, faultsSchema, type Pair, type TypeFault } from './questions.ts';
import { readLockfiles } from './sources.ts';

/** Version of the cached results. Raise it when the questions or the result's format change. */
const format = 'verdict 6';

const hashOf = (...parts: readonly (string | Buffer)[]): string => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex').slice(0, 32);
};

/** Returns the cache key of a pair's versions, which never change once they are published. */
const keyOf = ({ remote, shell, owner, uses }: Pair): string =>
  hashOf(
    JSON.stringify([
      ...[format, remote.index.hash, shell.index.hash, owner?.index.hash, uses],
      Object.keys(remote.index.calls),
    ]),
  );

const arePublished = ({ remote, shell, owner }: Pair, release: string): boolean =>
  [remote, shell, owner ?? shell].every(({ folder }) => folder.startsWith(release + path.sep));

/**
 * Returns a cached result for a pair. Without one for the packages installed here, which change only with the lockfile,
 * versions fit that are published and were found to fit elsewhere: a rollback must not wait for the compiler, nor need a
 * checkout.
 */
async function readVerdict(pair: Pair, file: string, release: string) {
  const own = await readValid(file, faultsSchema);
  if (own || !arePublished(pair, release)) return own;
  const folder = path.dirname(file);
  const names = await readdir(folder).catch(() => []);
  for (const name of names.filter((each) => each.startsWith(`${keyOf(pair)}-`))) {
    const faults = await readValid(path.join(folder, name), faultsSchema);
    if (faults?.length === 0) return faults;
  }
  return undefined;
}

/**
 * Caches a result. Creates the cache's folder only inside an existing release folder. If the result can't be written,
 * the next check compares again.
 */
async function storeVerdict(file: string, faults: readonly TypeFault[]): Promise<void> {
  const folder = path.dirname(file);
  await mkdir(folder).catch(() => undefined);
  if (!(await exists(folder))) return;
  await replaceFile(file, JSON.stringify(faults)).catch(() => undefined);
}

/** Loaded on demand: the TypeScript compiler takes longer to load than everything else here. */
const compareHere: Compare = async (...request) =>
  (await import('./compare.ts')).compare(...request);

/** Returns the problems with the types of each pair, in the same order, from the cache or the compiler. */
export async function judge(
  pairs: readonly Pair[],
  { workspace, release, compare = compareHere }: TypeCheckOptions,
): Promise<TypeFault[][]> {
  const installed = hashOf(...(await readLockfiles(workspace)));
  const fileOf = (pair: Pair) =>
    path.join(release, '.verdicts', `${keyOf(pair)}-${installed}.json`);
  const known = await Promise.all(pairs.map((pair) => readVerdict(pair, fileOf(pair), release)));
  const open = pairs.filter((_, index) => !known[index]);
  if (open.length === 0) return known.map((faults) => faults ?? []);
  const found = [...(await compare(workspace, open))];
  return Promise.all(
    pairs.map(async (pair, index) => {
      const stored = known[index];
      if (stored) return stored;
      const faults = found.shift() ?? [];
      // Not cached, because the missing package may be installed later.
      const isFinal = faults.every(({ rule }) => rule !== 'types');
      if (isFinal) await storeVerdict(fileOf(pair), faults);
      return faults;
    }),
  );
}
