import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { extensions } from '../database/embedded.ts';
import { migrate } from '../database/migrations.ts';
import * as schema from '../database/schema.ts';
import { migrationsFolder } from '../settings.ts';

/**
 * Returns a hash of everything that determines the content of a new database: the migrations, and PGlite's path, which
 * contains its version.
 */
function version(): string {
  const hash = createHash('sha256');
  hash.update(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  for (const file of readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'))) {
    hash.update(file).update(readFileSync(path.join(migrationsFolder, file)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** File with the data folder of a database with all tables and no rows. */
export const snapshotFile = path.join(
  migrationsFolder,
  `../node_modules/.cache/database-${version()}.tar`,
);

/**
 * Creates the snapshot file if it is missing. Creating an embedded database takes 4 to 8 seconds of processor time;
 * starting from the snapshot takes 1.
 */
export async function provideSnapshot(): Promise<void> {
  if (existsSync(snapshotFile)) return;
  const client = await PGlite.create({ extensions });
  await migrate(drizzle(client, { schema }));
  const folder = await client.dumpDataDir('none');
  await client.close();
  await mkdir(path.dirname(snapshotFile), { recursive: true });
  // Another process may be creating it at the same time.
  const unfinished = `${snapshotFile}.${process.pid}`;
  await writeFile(unfinished, new Uint8Array(await folder.arrayBuffer()));
  await rename(unfinished, snapshotFile);
}
