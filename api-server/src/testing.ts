import { pino } from 'pino';
import { type ApiServer, createApiServer } from './create-api-server.ts';
import type { OpenDatabase } from './database/database.ts';
import { readSettings, type Settings } from './settings.ts';

/** Settings of a server for tests: in memory, with passwords that are hashed fast and no limits. */
export const testSettings: Settings = {
  ...readSettings({}, '/'),
  database: { kind: 'memory' },
  attempts: { perAddress: 1_000_000, perEmail: 1_000_000 },
  hashCost: { memoryKiB: 64, passes: 1 },
  guestAccount: true,
  // The checkouts that tests leave open hold their pieces.
  sampleStock: 1_000_000,
};

/** A server for the tests of one file. It takes about two seconds to open: not one for each test. */
export const openTestServer = (
  settings: Partial<Settings> = {},
  database?: OpenDatabase,
): Promise<ApiServer> =>
  createApiServer(
    { ...testSettings, ...settings },
    { log: pino({ level: 'silent' }), ...(database && { database }) },
  );
