import { defineConfig } from 'vitest/config';

const exclude = [
  '**/node_modules/**',
  '**/dist/**',
  '**/e2e/**',
  '**/templates/**',
  // Repositories of their own, with their own tests.
  'examples/**',
];

/** Milliseconds. A test takes well under a second, but up to 7 at a machine load of 17. */
const testTimeout = 20_000;

/** Tests with crowds of API clients, for `pnpm test --all` only. */
const long = process.env.ALL_TESTS === 'true' ? [] : ['tools/server-chaos/crowds.test.ts'];

/** A test that needs Postgres, which is provided to the project of the API server. */
const onPostgres = 'scripts/lib/visits-database.test.ts';

export default defineConfig({
  test: {
    // By default, Vitest leaves one processor to its main process, which has little to do here.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [
            ...exclude,
            '{api-server,tools}/**',
            onPostgres,
            // Tests the API at CONTRACT_BASE_URL against the contract.
            ...(process.env.CONTRACT_BASE_URL ? [] : ['packages/api/contract/**']),
          ],
          environment: 'node',
          testTimeout,
        },
      },
      {
        test: {
          name: 'api-server',
          include: ['{api-server,tools}/**/*.test.ts', onPostgres],
          exclude: [...exclude, ...long],
          environment: 'node',
          globalSetup: ['./api-server/src/testing/setup.ts'],
          testTimeout,
          // An embedded database takes two seconds to open, more than ten on a busy machine.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'component',
          include: ['**/*.test.tsx'],
          exclude,
          environment: 'happy-dom',
          // Threads start faster than processes. Tests in the other projects change their process's time zone and
          // folder, so they can't use threads.
          pool: 'threads',
          setupFiles: ['./vitest.component-setup.ts'],
          testTimeout,
        },
      },
    ],
  },
});
