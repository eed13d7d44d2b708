import pg from 'pg';
import type { Settings } from '../settings.ts';
import { CommandError } from './command-error.ts';

/** Any number that nothing else in the database uses. */
const IMPORT_LOCK = 2_719_002;

/**
 * Runs the work while no other process imports into the same database; throws a CommandError where one does. The
 * lock belongs to a connection of its own, so that a process that is killed leaves none behind. An embedded
 * database has one process anyway.
 */
export async function whileNoOtherImports<T>(
  database: Settings['database'],
  work: () => Promise<T>,
): Promise<T> {
  if (database.kind !== 'postgres') return work();
  const client = new pg.Client({ connectionString: database.url, keepAlive: true });
  // A connection that breaks meanwhile breaks for the import too, which then says so.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [IMPORT_LOCK]);
    if (!rows[0]?.locked) {
      throw new CommandError('Nothing was imported: another import is running. Try again later');
    }
    return await work();
  } finally {
    await client.end();
  }
}
