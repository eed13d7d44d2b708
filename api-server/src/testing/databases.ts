import { describe, inject } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import type { Settings } from '../settings.ts';
import { createDatabase } from './postgres.ts';
import { openTestServer } from './server.ts';

/** A server with a database of its own, which goes when the server is stopped. */
export interface TestServer extends ApiServer {
  /** Undefined: an embedded database, which only the server itself can open. */
  readonly databaseUrl: string | undefined;
}

type OpenServer = (settings?: Partial<Settings>) => Promise<TestServer>;

const CONNECTIONS = 10;

const openEmbedded: OpenServer = async (settings) => ({
  ...(await openTestServer(settings)),
  databaseUrl: undefined,
});

const openOnPostgres =
  (postgresUrl: string): OpenServer =>
  async (settings) => {
    const { url, drop } = await createDatabase(postgresUrl);
    const database = { kind: 'postgres', url, connections: CONNECTIONS } as const;
    const server = await openTestServer({ database, ...settings });
    return { ...server, databaseUrl: url, stop: () => server.stop().then(drop) };
  };

type Register = (openServer: OpenServer) => void;

/** Registers the same tests for both databases; those on Postgres are skipped where there is none. */
export function describeOnEachDatabase(register: Register): void {
  const postgresUrl = inject('postgresUrl');
  describe('on PGlite', () => register(openEmbedded));
  describe.skipIf(postgresUrl === null)('on Postgres', () =>
    register(openOnPostgres(postgresUrl ?? '')),
  );
}

/**
 * Registers tests of thousands of requests for Postgres, or for PGlite where this machine has no Postgres. With
 * `pnpm test --all` they run on both.
 */
export function describeOnOneDatabase(register: Register): void {
  const postgresUrl = inject('postgresUrl');
  if (postgresUrl === null) describe('on PGlite', () => register(openEmbedded));
  else if (process.env.ALL_TESTS === 'true') describeOnEachDatabase(register);
  else describe('on Postgres', () => register(openOnPostgres(postgresUrl)));
}
