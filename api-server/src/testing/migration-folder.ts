import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { migrationsFolder } from '../settings.ts';

/** Folder with the first `count` migrations of this version and the SQL of added ones. It goes with the test. */
export async function migrationsWith(added: readonly string[], count?: number): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-migrations-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await cp(migrationsFolder, folder, { recursive: true });
  const journalFile = path.join(folder, 'meta/_journal.json');
  const journal = JSON.parse(await readFile(journalFile, 'utf8'));
  const entries = journal.entries.slice(0, count);
  for (const [index, statements] of added.entries()) {
    const tag = `added_${index}`;
    await writeFile(path.join(folder, `${tag}.sql`), statements);
    const before = entries.at(-1);
    entries.push({ ...before, idx: before.idx + 1, when: before.when + 1, tag });
  }
  await writeFile(journalFile, JSON.stringify({ ...journal, entries }));
  return folder;
}
