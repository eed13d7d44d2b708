import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { bigint, pgSchema } from 'drizzle-orm/pg-core';
import { migrationsFolder } from '../migrations-folder.ts';
import { SettingsError } from '../settings.ts';
import type { Database } from './database.ts';

/** Configuration of drizzle's migrator. */
export const migrations = { migrationsFolder };

/** Drizzle's own table: what was done to this database. */
const doneMigrations = pgSchema('drizzle').table('__drizzle_migrations', {
  at: bigint('created_at', { mode: 'number' }).notNull(),
});

/** Throws a SettingsError for a database whose tables a newer program has changed. */
export async function refuseNewer(db: Database): Promise<void> {
  const [table] = await db
    .select({ isThere: sql<boolean>`to_regclass('drizzle.__drizzle_migrations') is not null` })
    .from(sql`(select 1) as one`);
  if (!table?.isThere) return;
  const known = new Set(readMigrationFiles(migrations).map(({ folderMillis }) => folderMillis));
  const done = await db.select().from(doneMigrations);
  if (done.every(({ at }) => known.has(at))) return;
  throw new SettingsError(
    'The database was changed by a newer version of this program: start that version, or restore a backup from before',
  );
}
