import { createDatabase, providePostgres } from './postgres.ts';

/** Gives the work an empty database on a real Postgres. Throws where this machine has none. */
export async function onPostgres<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = await providePostgres();
  if (!server.ok) throw new Error(server.error);
  try {
    const database = await createDatabase(server.value.url);
    try {
      return await work(database.url);
    } finally {
      await database.drop();
    }
  } finally {
    await server.value.stop();
  }
}
