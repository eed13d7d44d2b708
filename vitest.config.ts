import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/dist/**', '**/e2e/**', '**/templates/**'];

/** Milliseconds. A test takes well under a second; under a machine load of 17 some took 7. */
const testTimeout = 20_000;

/** Tests with crowds at the API server, which only `pnpm test --all` runs. */
const long = process.env.ALL_TESTS === 'true' ? [] : ['tools/server-chaos/crowds.test.ts'];

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
            // Compares the API that the environment names with the contract.
            ...(process.env.CONTRACT_BASE_URL ? [] : ['packages/api/contract/**']),
          ],
          environment: 'node',
          testTimeout,
        },
      },
      {
        test: {
          name: 'api-server',
          include: ['{api-server,tools}/**/*.test.ts'],
          exclude: [...exclude, ...long],
          environment: 'node',
          globalSetup: ['./api-server/src/testing/setup.ts'],
          testTimeout,
          // An embedded database opens in two seconds, under load in more than ten.
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'component',
          include: ['**/*.test.tsx'],
          exclude,
          environment: 'happy-dom',
          // Threads start faster than processes. The other projects' tests change their process's time zone and folder.
          pool: 'threads',
          setupFiles: ['./vitest.component-setup.ts'],
          testTimeout,
        },
      },
    ],
  },
});
