import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { LockError, lockFile } from '@patchwork/release/file-lock';
import { drizzle } from 'drizzle-orm/pglite';
import type { Logger } from 'pino';
import { SettingsError } from '../settings.ts';
import type { Database, OpenDatabase } from './database.ts';
import { parseOnce } from './embedded-statements.ts';
import { type Activity, startMaintenance, walParameters } from './maintenance.ts';
import { migrate } from './migrations.ts';
import * as schema from './schema.ts';

/** PGlite extensions for the search in titles. */
export const extensions = { pg_trgm };

/**
 * Opens a database in memory: empty, or with the content of the file `snapshot`, written by PGlite's `dumpDataDir`.
 * Throws a SettingsError if the database can't be opened.
 */
export async function openInMemory(snapshot?: string): Promise<OpenDatabase> {
  if (snapshot === undefined) return open({});
  return open({ loadDataDir: new Blob([new Uint8Array(await readFile(snapshot))]) });
}

/**
 * Opens the embedded database in a folder, which is created if missing, and maintains it until it is closed. Throws a
 * SettingsError if the folder can't be made private or locked, or the database can't be opened.
 */
export async function openEmbedded(folder: string, log?: Logger): Promise<OpenDatabase> {
  await makePrivate(folder);
  const unlock = lockFolder(folder);
  try {
    const { client, activity, db, close, writes } = await openFolder(folder);
    const stopMaintenance = startMaintenance({ client, activity, log });
    return {
      db,
      writes,
      close: async () => {
        await stopMaintenance();
        await close();
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
 * Creates the folder and denies access to other users, because the database's files contain the secret for tokens.
 * Throws a SettingsError if the folder belongs to another user or is shared by all users.
 */
async function makePrivate(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    // Folders such as /tmp, which all users need, have the sticky bit.
    if ((await stat(folder)).mode & STICKY) throw new Error('all users share it');
    await chmod(folder, 0o700);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingsError(
      `The folder ${folder} can’t be made private (${reason}): choose a folder that belongs to this user (PATCHWORK_DATA)`,
    );
  }
}

/** Major version of Postgres in PGlite, which opens only databases of this version. */
const POSTGRES_MAJOR = '18';

/** Throws a SettingsError if a PGlite with another major version of Postgres has created the database. */
async function checkVersion(folder: string): Promise<void> {
  const file = path.join(folder, 'database', 'PG_VERSION');
  // Without this file, PGlite says what is wrong.
  const version = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    () => POSTGRES_MAJOR,
  );
  if (version === POSTGRES_MAJOR) return;
  throw new SettingsError(
    `The data in ${folder} was written by Postgres ${version}, but this program contains Postgres ${POSTGRES_MAJOR}. Run \`pnpm api dump shop.jsonl\` in the version of the program that wrote the data, move ${folder} away, and run \`pnpm api restore shop.jsonl\` in this version`,
  );
}

/**
 * Opens the database in a folder. A database whose creation was interrupted may be broken but is still empty, so it is
 * deleted and created again.
 */
async function openFolder(folder: string) {
  const database = path.join(folder, 'database');
  const unfinished = path.join(folder, 'unfinished');
  if (existsSync(unfinished)) await rm(database, { recursive: true, force: true });
  if (existsSync(database)) await checkVersion(folder);
  else await writeFile(unfinished, '');
  const opened = await open({ dataDir: database });
  await rm(unfinished, { force: true });
  return opened;
}

async function open(options: PGliteOptions) {
  const { client, activity, close, stopReason } = start(options);
  try {
    await client.waitReady;
    const writes = await parseOnce(client);
    const db = endIdleTransactions(drizzle(client, { schema }), activity);
    await migrate(db);
    return { client, activity, db, close, writes };
  } catch (error) {
    if (client.ready) await close();
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      `The database in ${options.dataDir} can’t be opened: ${stopReason() ?? reasonOf(error)}`,
    );
  }
}

/** WASI's number for ENOSPC. Creating a database on a full disk fails with this number and no message. */
const NO_SPACE = 51;

function reasonOf(error: unknown): string {
  if (Reflect.get(Object(error), 'errno') === NO_SPACE) return 'No space left on device';
  return error instanceof Error ? error.message : String(error);
}

/** Maximum time between two statements of a transaction, as on a Postgres server. */
const MAX_IDLE_TRANSACTION_MS = 10_000;
const IDLE_CHECK_MS = 1_000;

/**
 * Rolls back each transaction that sends no statement for ten seconds. All other statements wait for it. PGlite can't do
 * this itself: after `idle_in_transaction_session_timeout`, its only session would have ended.
 */
function endIdleTransactions<T extends Database>(db: T, activity: Activity): T {
  const begin = db.transaction.bind(db);
  const transaction: typeof begin = (work, config) =>
    begin((tx) => {
      let timer: NodeJS.Timeout | undefined;
      const idle = new Promise<never>((_, reject) => {
        timer = setInterval(() => {
          if (performance.now() - activity.usedAt < MAX_IDLE_TRANSACTION_MS) return;
          const error = new Error('A transaction was idle for ten seconds and was rolled back');
          reject(Object.assign(error, { code: '25P03' }));
        }, IDLE_CHECK_MS).unref();
      });
      return Promise.race([work(tx), idle]).finally(() => clearInterval(timer));
    }, config);
  return Object.assign(db, { transaction });
}

/** Matches the line of the log that says why Postgres stops. */
const lastLine = /\b(?:PANIC|FATAL): +(.+)/;

/**
 * Starts Postgres in this process. If Postgres stops by itself, as on a full disk, it never releases its locks, and the
 * next statement would block the whole process for ever. So each later statement fails at once with the code of a
 * crashed server.
 */
function start(options: PGliteOptions) {
  let reason: string | undefined;
  const activity: Activity = { usedAt: performance.now() };
  const client = new PGlite({
    ...options,
    startParams: [...PGlite.defaultStartParams, ...walParameters],
    extensions,
    onStderr: (line) => {
      reason ??= lastLine.exec(line)?.[1];
      return false;
    },
  });
  const run = client.execProtocolRawSync.bind(client);
  client.execProtocolRawSync = (message) => {
    if (reason === undefined) {
      const answer = run(message);
      activity.usedAt = performance.now();
      return answer;
    }
    throw Object.assign(new Error(`The embedded database has stopped: ${reason}`), {
      code: '57P02',
    });
  };
  return {
    client,
    activity,
    stopReason: () => reason,
    close: async () => {
      if (reason === undefined) await client.close();
    },
  };
}

/**
 * Locks a folder, because two embedded databases in one folder would destroy its data. Returns a function that releases
 * the lock. Throws a SettingsError if another process has the lock, and on file systems without locks.
 */
export function lockFolder(folder: string): () => void {
  const unlock = tryLock(folder);
  if (unlock) return unlock;
  throw new SettingsError(
    `The data in ${folder} is in use by another process: stop it first, choose another folder (PATCHWORK_DATA), or use a Postgres server (DATABASE_URL), which any number of processes may share`,
  );
}

function tryLock(folder: string): (() => void) | undefined {
  try {
    return lockFile(path.join(folder, 'lock'));
  } catch (error) {
    if (!(error instanceof LockError)) throw error;
    throw new SettingsError(
      `The data in ${folder} can’t be locked (${error.message}): choose a folder on a local disk (PATCHWORK_DATA)`,
    );
  }
}
