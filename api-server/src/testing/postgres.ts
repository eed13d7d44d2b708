import { err, ok, type Result } from '@patchwork/domain';
import pg from 'pg';
import { providePrograms } from './postgres-programs.ts';
import { type PostgresServer, startPostgres } from './temporary-postgres.ts';

/**
 * The server of DATABASE_URL, else one of this process's own, from the system's programs. An error is a
 * sentence that says why there is none.
 */
export async function providePostgres(
  given = process.env.DATABASE_URL,
): Promise<Result<PostgresServer, string>> {
  if (given) return ok({ url: given, stop: async () => undefined });
  const programs = providePrograms();
  return programs === undefined
    ? err('no Postgres server is installed, and DATABASE_URL names none')
    : ok(await startPostgres(programs));
}

/** Runs one statement on a connection of its own. */
export async function query<TRow extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<TRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<TRow>(statement)).rows;
  } finally {
    await client.end();
  }
}

export interface TestDatabase {
  readonly url: string;
  /** Ends every connection to it. */
  readonly drop: () => Promise<void>;
}

/** A new, empty database on the server of this address. */
export async function createDatabase(server: string): Promise<TestDatabase> {
  const name = `patchwork_test_${crypto.randomUUID().replaceAll('-', '')}`;
  await query(server, `create database ${name} template template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => void (await query(server, `drop database ${name} with (force)`)),
  };
}
