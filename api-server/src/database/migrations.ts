import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { bigint, pgSchema, text } from 'drizzle-orm/pg-core';
import { migrationsFolder, SettingsError } from '../settings.ts';
import type { Database } from './database.ts';

/** Drizzle's own table of the migrations that were applied. */
const applied = pgSchema('drizzle').table('__drizzle_migrations', {
  hash: text('hash').notNull(),
  at: bigint('created_at', { mode: 'number' }).notNull(),
});

/** Longest time that a migration waits for a lock, in which the running version's queries queue behind it. */
const LOCK_TIMEOUT_MS = 300;

/** Pause between two tries, in which the queries that queued are answered. */
const RETRY_DELAY_MS = 500;

/** Time after which a migration that does not get its locks ends the process. */
const MAX_LOCK_WAIT_MS = 300_000;

/**
 * Pattern of statements that run outside of a transaction and block no query. All statements of a migration match it,
 * or none: Postgres refuses them in a transaction. Each may run again if it was interrupted.
 */
const concurrent =
  /^\s*(?:create\s+(?:unique\s+)?index\s+concurrently\s+(?<created>"[^"]+")|drop\s+index\s+concurrently\s+if\s+exists\s)/i;

/**
 * Applies the migrations that this database lacks, each in a transaction of its own, except concurrent ones. A lock
 * that is not obtained in time is requested again, so that the running version can work in between. Throws a
 * SettingsError if a newer program has changed the tables, or if a lock is not obtained within five minutes.
 */
export async function migrate(db: Database, folder = migrationsFolder): Promise<void> {
  await db.execute(sql.raw(`set lock_timeout = ${MAX_LOCK_WAIT_MS}`));
  await db.execute(sql`create schema if not exists drizzle`);
  await db.execute(
    sql`create table if not exists ${applied} (id serial primary key, hash text not null, created_at bigint)`,
  );
  const known = readMigrationFiles({ migrationsFolder: folder });
  const done = new Set((await db.select().from(applied)).map(({ at }) => at));
  const missing = known.filter(({ folderMillis }) => !done.has(folderMillis));
  if (known.length - missing.length < done.size) {
    throw new SettingsError(
      'The database was changed by a newer version of this program: start that version, or restore a backup from before',
    );
  }
  for (const migration of missing) await apply(db, migration);
}

async function apply(db: Database, { sql: statements, hash, folderMillis: at }: MigrationMeta) {
  if (!statements.every((statement) => concurrent.test(statement))) {
    return whenLocked(() =>
      db.transaction(async (tx) => {
        await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
        for (const statement of statements) await tx.execute(sql.raw(statement));
        await tx.insert(applied).values({ hash, at });
      }),
    );
  }
  for (const statement of statements) {
    const created = concurrent.exec(statement)?.groups?.created;
    await whenLocked(async () => {
      // An interrupted try may have left an index that is kept up to date and never used.
      if (created) await db.execute(sql.raw(`drop index concurrently if exists ${created}`));
      await db.execute(sql.raw(statement));
    });
  }
  await db.insert(applied).values({ hash, at });
}

/** SQLSTATE: a deadlock, and a lock that was not obtained in time. */
const lockFailures = new Set<unknown>(['40P01', '55P03']);

const isLockFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (lockFailures.has(Reflect.get(error, 'code')) || isLockFailure(error.cause));

/** Runs a step, and retries it for five minutes if it does not get its locks. Throws a SettingsError after that. */
async function whenLocked(step: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + MAX_LOCK_WAIT_MS;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      if (performance.now() > deadline) {
        throw new SettingsError(
          'The tables can’t be brought to this version, because other transactions held their locks for five minutes: end those (pg_stat_activity lists them), then start again',
        );
      }
      await wait(RETRY_DELAY_MS);
    }
  }
}
