import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import { bigint, pgSchema, text } from 'drizzle-orm/pg-core';
import { migrationsFolder, SettingsError } from '../settings.ts';
import type { Database } from './database.ts';

const applied = pgSchema('drizzle').table('__drizzle_migrations', {
  hash: text('hash').notNull(),
  at: bigint('created_at', { mode: 'number' }).notNull(),
});

/** Maximum wait of a migration for a lock. Meanwhile, queries of the running version queue behind the migration. */
const LOCK_TIMEOUT_MS = 300;

/** Pause between attempts, in which the queued queries are answered. */
const RETRY_DELAY_MS = 500;

/** Total time, over all attempts, that a step of a migration waits for its locks before the migration fails. */
const MAX_LOCK_WAIT_MS = 300_000;

/**
 * Matches statements that block no queries and that Postgres refuses in a transaction, so a migration must not mix them
 * with other statements. Each can be repeated after an interruption.
 */
const concurrent =
  /^\s*(?:create\s+(?:unique\s+)?index\s+concurrently\s+(?<created>"[^"]+")|drop\s+index\s+concurrently\s+if\s+exists\s)/i;

/**
 * Applies missing migrations, each in its own transaction except concurrent ones. If a lock isn't obtained in time,
 * waits and tries again, so that the running version can work in between. Throws a SettingsError if the
 * database has migrations that this program lacks, or if a lock isn't obtained within five minutes.
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
  const ours = new Set(known.map(({ folderMillis }) => folderMillis));
  const foreign = [...done].filter((at) => !ours.has(at));
  if (foreign.length > 0) throw new SettingsError(describeForeign(foreign, Math.max(...ours)));
  for (const migration of missing) await apply(db, migration);
}

/** Returns what to do about a database with migrations that this version lacks. `newest` is the last one it has. */
const describeForeign = (foreign: readonly number[], newest: number): string =>
  foreign.some((at) => at > newest)
    ? 'The database was changed by a newer version of this program: start that version, or restore a backup from before'
    : 'The tables of this database are from before the first migration of this program, which can’t change them: choose an empty database or folder, and import the products that the version of those tables exports with `pnpm api export`. Its accounts and orders can’t be taken over';

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
      // An interrupted attempt may have left an index that is maintained but never used.
      if (created) await db.execute(sql.raw(`drop index concurrently if exists ${created}`));
      await db.execute(sql.raw(statement));
    });
  }
  await db.insert(applied).values({ hash, at });
}

/** SQLSTATEs of a deadlock and a lock timeout. */
const lockFailures = new Set<unknown>(['40P01', '55P03']);

const isLockFailure = (error: unknown): boolean =>
  error instanceof Error &&
  (lockFailures.has(Reflect.get(error, 'code')) || isLockFailure(error.cause));

/** Runs a step, and retries it as long as it doesn't get its locks. Throws a SettingsError after five minutes. */
async function whenLocked(step: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + MAX_LOCK_WAIT_MS;
  for (;;) {
    try {
      return await step();
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      if (performance.now() > deadline) {
        throw new SettingsError(
          'The tables can’t be migrated, because other transactions held their locks for five minutes: end them (pg_stat_activity lists them), then start again',
        );
      }
      await wait(RETRY_DELAY_MS);
    }
  }
}
