import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { exists, readValid, replaceFile } from '../../release-folder/files.ts';
import type { TypeCheckOptions } from '../live.ts';
import { type Compare, faultsSchema, type Pair, type TypeFault } from './questions.ts';
import { readLockfiles } from './sources.ts';

/** Version of the cached results. Raise it when the questions or the result's format change. */
const format = 'verdict 6';

/**
 * Returns the cache key of each pair's result. Published versions never change, and installed packages change only with
 * the lockfile.
 */
async function keysOf(pairs: readonly Pair[], workspace: string): Promise<string[]> {
  const installed = await readLockfiles(workspace);
  return pairs.map(({ remote, shell, owner, uses }) =>
    createHash('sha256')
      .update(
        JSON.stringify([
          ...[format, remote.index.hash, shell.index.hash, owner?.index.hash, uses],
          Object.keys(remote.index.calls),
        ]),
      )
      .update(installed.join())
      .digest('hex')
      .slice(0, 32),
  );
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
  { workspace, verdicts, compare = compareHere }: TypeCheckOptions,
): Promise<TypeFault[][]> {
  const keys = await keysOf(pairs, workspace);
  const files = keys.map((key) => path.join(verdicts, `${key}.json`));
  const known = await Promise.all(files.map((file) => readValid(file, faultsSchema)));
  const open = pairs.filter((_, index) => !known[index]);
  if (open.length === 0) return known.map((faults) => faults ?? []);
  const found = [...(await compare(workspace, open))];
  return Promise.all(
    files.map(async (file, index) => {
      const stored = known[index];
      if (stored) return stored;
      const faults = found.shift() ?? [];
      // Not cached, because the missing package may be installed later.
      const isFinal = faults.every(({ rule }) => rule !== 'types');
      if (isFinal) await storeVerdict(file, faults);
      return faults;
    }),
  );
}
