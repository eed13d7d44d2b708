import { defineConfig, type TestUserConfig } from 'vitest/config';
import { remoteTests } from './kit/testing/vitest.ts';

const exclude = [
  '**/node_modules/**',
  '**/dist/**',
  '**/e2e/**',
  // Repositories of their own, with their own tests.
  'examples/**',
];

/** Test files to leave out except with `pnpm test --all`: they run crowds of API clients. */
const long = process.env.ALL_TESTS === 'true' ? [] : ['tools/server-chaos/crowds.test.ts'];

/** Test files with modules of their own, because they replace a module or need it to be evaluated again. */
const alone = [
  'mfe-checkout/src/features/checkout/AddressChoice.test.tsx',
  'mfe-devtools/src/features/request-tester/send.test.tsx',
  'platform/host/src/loading/container-runtime.test.ts',
  'platform/release/src/commands/history.test.ts',
  'platform/release/src/gate/gate.test.ts',
  'platform/release/src/release-folder/full-disk.test.ts',
];

/**
 * Test files that mostly wait: for processes that they start, for timeouts, or for an unreachable network. The projects
 * whose name begins with “waiting” have a worker of their own in `pnpm test` (see scripts/lib/checks.ts), because in a
 * worker of other projects they would leave a processor idle.
 */
const waiting = [
  'mock-server/src/contract.test.ts',
  'platform/cli/src/release/s3.test.ts',
  'platform/cli/src/stopped.test.ts',
  'platform/host/src/loading/module-loader.test.ts',
  'platform/release/src/http-server/index.test.ts',
  'platform/release/src/commands/crash.test.ts',
  'platform/release/src/smoke-test/rendering.test.ts',
  'platform/release/src/pointers/lock.test.ts',
  'platform/release/src/render/renderers.test.ts',
  'platform/release/src/serve/pages.test.ts',
  'platform/release/src/serve/serve.test.ts',
  'platform/release/src/release-folder/signing/signing.test.ts',
  'scripts/lib/docs.test.ts',
  'scripts/lib/servers.test.ts',
];

/** Test files that mostly wait and also need Postgres. */
const waitingForPostgres = [
  'api-server/src/checkout/sweep.test.ts',
  'api-server/src/database/migrations.test.ts',
  'api-server/src/database/postgres.test.ts',
  'api-server/src/testing/postgres.test.ts',
  'scripts/lib/visits-database.test.ts',
  'tools/server-chaos/chaos.test.ts',
  'tools/server-chaos/processes.test.ts',
  'tools/server-chaos/proxies.test.ts',
  'tools/server-chaos/units.test.ts',
  'tools/server-chaos/upgrade.test.ts',
];

const component = {
  environment: 'happy-dom',
  // Threads start faster than processes. Tests in the other projects change their process's time zone and folder, so
  // they can't use threads.
  pool: 'threads',
  setupFiles: ['./vitest.component-setup.ts'],
} satisfies TestUserConfig;

const server = {
  environment: 'node',
  globalSetup: ['./api-server/src/testing/setup.ts'],
  // An embedded database takes two seconds to open, more than ten on a busy machine.
  hookTimeout: 120_000,
} satisfies TestUserConfig;

export default defineConfig({
  test: {
    // By default, Vitest leaves one processor to its main process, which has little to do here.
    maxWorkers: '100%',
    // The files of a worker share their modules, which saves two fifths of the processor time. So a test must undo what
    // it changes in them, in the page and in the process; vitest.setup.ts undoes spies, stubs and timers.
    isolate: false,
    setupFiles: ['./vitest.setup.ts'],
    execArgv: remoteTests.execArgv,
    // Milliseconds. Few tests take longer than a second, but one took 38 on two cores at a load of 15.
    testTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.ts'],
          exclude: [
            ...exclude,
            ...alone,
            ...waiting,
            ...waitingForPostgres,
            '{api-server,tools}/**',
            // Tests the API at CONTRACT_BASE_URL against the contract.
            ...(process.env.CONTRACT_BASE_URL ? [] : ['shop/api/contract/**']),
          ],
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'api-server',
          include: ['{api-server,tools}/**/*.test.ts'],
          exclude: [...exclude, ...waitingForPostgres, ...long],
        },
      },
      { extends: true, test: { name: 'waiting', include: waiting, environment: 'node' } },
      {
        extends: true,
        test: { ...server, name: 'waiting for Postgres', include: waitingForPostgres },
      },
      {
        extends: true,
        test: {
          ...component,
          name: 'component',
          include: ['**/*.test.tsx'],
          exclude: [...exclude, ...alone],
        },
      },
      {
        extends: true,
        test: {
          name: 'alone',
          include: alone.filter((file) => file.endsWith('.ts')),
          environment: 'node',
          isolate: true,
        },
      },
      {
        extends: true,
        test: {
          ...component,
          name: 'component, alone',
          include: alone.filter((file) => file.endsWith('.tsx')),
          isolate: true,
        },
      },
    ],
  },
});
