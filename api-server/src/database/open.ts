import type { Logger } from 'pino';
import type { Settings } from '../settings.ts';
import type { OpenDatabase } from './database.ts';

/**
 * Opens the database and applies missing migrations. Loads only the driver that is needed. Throws a SettingsError if
 * the database can't be opened.
 */
export async function openDatabase(
  database: Settings['database'],
  log?: Logger,
): Promise<OpenDatabase> {
  if (database.kind === 'postgres') {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(database.url, database.connections, database.waitMs);
  }
  const { openEmbedded, openInMemory } = await import('./embedded.ts');
  return database.kind === 'folder'
    ? openEmbedded(database.folder, log)
    : openInMemory(database.snapshot);
}
