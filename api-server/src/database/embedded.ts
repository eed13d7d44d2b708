import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { drizzle } from 'drizzle-orm/pglite';
import { SettingsError } from '../settings.ts';
import type { OpenDatabase } from './database.ts';
import { lockFolder } from './lock-folder.ts';
import { migrate } from './migrations.ts';
import * as schema from './schema.ts';

/** For the search in titles. */
const extensions = { pg_trgm };

/** Opens the embedded database in a folder, which is made if needed; without one, in memory. */
export async function openEmbedded(folder: string | undefined): Promise<OpenDatabase> {
  if (folder === undefined) return open(await PGlite.create({ extensions }));
  await makePrivate(folder);
  const unlock = lockFolder(folder);
  try {
    const opened = await openFolder(folder);
    return {
      ...opened,
      close: async () => {
        await opened.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const STICKY = 0o1000;

/**
 * Makes the folder, and takes it from all other users: the files of the database, which hold the secret of the
 * tokens, can be read by everyone who may enter their folder. Throws a SettingsError for one that is not this user's.
 */
async function makePrivate(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    // Such as /tmp, which all users need.
    if ((await stat(folder)).mode & STICKY) throw new Error('all users share it');
    await chmod(folder, 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(
      `The folder ${folder} can’t be made private (${reason}): choose one of this user’s own (PATCHWORK_DATA)`,
    );
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
    await migrate(db);
  } catch (error) {
    await client.close();
    throw error;
  }
  return { db, close: () => client.close() };
}
