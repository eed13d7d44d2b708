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
  if (folder === undefined) return open(undefined);
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
  const opened = await open(database);
  await rm(unfinished, { force: true });
  return opened;
}

async function open(folder: string | undefined): Promise<OpenDatabase> {
  const { client, close, stopReason } = start(folder);
  try {
    await client.waitReady;
    const db = drizzle(client, { schema });
    await migrate(db);
    return { db, close };
  } catch (error) {
    if (client.ready) await close();
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      `The database in ${folder} can’t be opened: ${stopReason() ?? reasonOf(error)}`,
    );
  }
}

/** ENOSPC as WebAssembly's system interface numbers it: the making of a new database fails with the number alone. */
const NO_SPACE = 51;

function reasonOf(error: unknown): string {
  if (Reflect.get(Object(error), 'errno') === NO_SPACE) return 'No space left on device';
  return error instanceof Error ? error.message : String(error);
}

/** A line of the log with which Postgres ends. */
const lastLine = /\b(?:PANIC|FATAL): +(.+)/;

/**
 * Starts Postgres in this process. Where it ends by itself, as on a full disk, it still holds its locks: the next
 * statement would wait for them for ever, and the process with it. So none reaches it any more, and each fails with
 * the code of a crashed server.
 */
function start(folder: string | undefined) {
  let reason: string | undefined;
  const client = new PGlite({
    ...(folder !== undefined && { dataDir: folder }),
    extensions,
    onStderr: (line) => {
      reason ??= lastLine.exec(line)?.[1];
      return false;
    },
  });
  const run = client.execProtocolRawSync.bind(client);
  client.execProtocolRawSync = (message) => {
    if (reason === undefined) return run(message);
    throw Object.assign(new Error(`The embedded database has stopped: ${reason}`), {
      code: '57P02',
    });
  };
  return {
    client,
    stopReason: () => reason,
    close: async () => {
      if (reason === undefined) await client.close();
    },
  };
}
