import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import type { OpenDatabase } from './database.ts';
import { lockFolder } from './lock-folder.ts';
import { migrations, refuseNewer } from './migrations.ts';
import * as schema from './schema.ts';

/** For the search in titles. */
const extensions = { pg_trgm };

/** Opens the embedded database in a folder, which is made if needed; without one, in memory. */
export async function openEmbedded(folder: string | undefined): Promise<OpenDatabase> {
  if (folder === undefined) return open(await PGlite.create({ extensions }));
  await mkdir(folder, { recursive: true });
  const unlock = await lockFolder(folder);
  try {
    const opened = await openFolder(folder);
    return {
      ...opened,
      close: async () => {
        await opened.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}

/**
 * A process that is killed while it makes its database may leave one that can't be opened. Nothing is in it
 * yet, so it is made again.
 */
async function openFolder(folder: string): Promise<OpenDatabase> {
  const database = path.join(folder, 'database');
  const unfinished = path.join(folder, 'unfinished');
  if (existsSync(unfinished)) await rm(database, { recursive: true, force: true });
  if (!existsSync(database)) await writeFile(unfinished, '');
  const opened = await open(await PGlite.create(database, { extensions }));
  await rm(unfinished, { force: true });
  return opened;
}

async function open(client: PGlite): Promise<OpenDatabase> {
  const db = drizzle(client, { schema });
  try {
    await refuseNewer(db);
    await migrate(db, migrations);
  } catch (error) {
    await client.close();
    throw error;
  }
  return { db, close: () => client.close() };
}
