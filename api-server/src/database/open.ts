import type { Settings } from '../settings.ts';
import type { OpenDatabase } from './database.ts';

/**
 * Opens the database and brings its tables to the newest version. Throws a SettingsError when it can't be
 * opened. Only the driver that is asked for is loaded.
 */
export async function openDatabase(database: Settings['database']): Promise<OpenDatabase> {
  if (database.kind === 'postgres') {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(database.url, database.connections);
  }
  const { openEmbedded, openInMemory } = await import('./embedded.ts');
  return database.kind === 'folder'
    ? openEmbedded(database.folder)
    : openInMemory(database.snapshot);
}
