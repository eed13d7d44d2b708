import { afterAll, describe, inject } from 'vitest';
import { DATABASE_WAIT_MS, type Settings } from '../settings.ts';
import { createDatabase, type TestDatabase } from './postgres.ts';
import { inMemory } from './server.ts';

const postgresUrl = inject('postgresUrl');

const CONNECTIONS = 10;

type PostgresSettings = Extract<Settings['database'], { readonly kind: 'postgres' }>;

/**
 * Returns the settings of an empty database. On Postgres, creates it, and drops it after all tests of the `describe`
 * block.
 */
type NewDatabase<T = Settings['database']> = (connections?: number) => Promise<T>;

/** Registers tests that need Postgres. They are skipped if this machine has no Postgres server. */
export function describeOnPostgres(
  name: string,
  register: (newDatabase: NewDatabase<PostgresSettings>) => void,
): void {
  describe.skipIf(postgresUrl === null)(name, () => {
    const made: TestDatabase[] = [];
    // Hooks run in reverse order: the tests' own hooks close their connections first.
    afterAll(() => Promise.all(made.map(({ drop }) => drop())));
    register(async (connections = CONNECTIONS) => {
      const database = await createDatabase(postgresUrl ?? '');
      made.push(database);
      return { kind: 'postgres', url: database.url, connections, waitMs: DATABASE_WAIT_MS };
    });
  });
}

type Register = (newDatabase: NewDatabase) => void;

const describeOnPglite = (register: Register) =>
  describe('on PGlite', () => register(async () => inMemory));

/** Registers the tests for both databases. */
export function describeOnEachDatabase(register: Register): void {
  describeOnPglite(register);
  describeOnPostgres('on Postgres', register);
}

/**
 * Registers tests with thousands of requests: for Postgres, or for PGlite if this machine has no Postgres. `pnpm test
 * --all` runs them on both.
 */
export function describeOnOneDatabase(register: Register): void {
  if (postgresUrl === null) describeOnPglite(register);
  else if (process.env.ALL_TESTS === 'true') describeOnEachDatabase(register);
  else describeOnPostgres('on Postgres', register);
}
