import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import type { WorkerFixtures } from './shell/e2e/support.ts';

const chromium = process.env.CHROMIUM_PATH;
const isRoot = process.getuid?.() === 0;

const specs = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`);

const isWhole = process.env.ALL_TESTS === 'true';

/** Journeys that need an API server. */
const apiOnly = specs('api-restart', 'chaos', 'two-devices');

/** A purchase, sign-up, addresses and orders. */
const buying = specs('addresses', 'checkout', 'payment', 'two-devices');

/** Journeys of a shopper. The others are about releases, development, devtools, the mock's faults or files. */
const shopping = specs(
  'account-checkout-screens',
  'browse',
  'rendered-pages',
  'fragments',
  'keyboard',
  'navigation',
  'razorpay',
  'session',
  'slow-start',
  'tabs-and-offline',
);

/** Journeys that take long, for `pnpm test --all` only: days of use, all combinations, copies of the workspace. */
const long = specs(
  'api-restart',
  'chaos',
  'develop-in-release',
  'long-life',
  'new-remote',
  'open-pages',
  'releases-withdrawal',
  'repositories',
  'reproducible-builds',
  'server-long-life',
);

/** Short forms of long specs, which `pnpm test --all` leaves out. */
const inShort = specs('packed-packages');

/**
 * Returns a pattern of the tests that a project leaves out, by their tags. A test with `@mock` or `@api` needs
 * something that only the mock or the API has; its title or a comment says what. A test with `@all` is a further case
 * of what another test shows. Without `--all`, the API has only the tests with `@buying`, and Postgres only those with
 * `@postgres`.
 */
const leftOut = (...tags: string[]) =>
  new RegExp([...tags, ...(isWhole ? [] : ['@all'])].join('|'));

/**
 * Journeys through the assembled shop of production bundles, which `pnpm test` builds and publishes first. A spec that
 * is named on the command line with ALL_TESTS=true runs in every project that has it.
 */
export default defineConfig<object, WorkerFixtures>({
  testDir: './shell/e2e',
  fullyParallel: true,
  // One more than there are processors: a browser waits for a third of its time.
  workers: availableParallelism() + 1,
  // Generous: a loaded machine is slow, and a test that fails has shown its reason long before.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  projects: [
    {
      name: 'mock',
      use: { target: 'the mock' },
      testIgnore: [...apiOnly, ...(isWhole ? inShort : long)],
      grepInvert: leftOut('@api'),
    },
    // Contract tests hold mock, embedded database and Postgres to one behaviour: --all runs the rest of shopping.
    {
      name: 'api',
      use: { target: 'the API' },
      testMatch: [...apiOnly, ...buying, ...shopping],
      grepInvert: leftOut('@mock'),
      ...(isWhole ? {} : { grep: /@buying/ }),
    },
    {
      name: 'postgres',
      use: { target: 'the API on Postgres' },
      testMatch: buying,
      grepInvert: leftOut('@mock'),
      ...(isWhole ? {} : { grep: /@postgres/ }),
    },
  ],
  // Traces are off, as they take a third of the time: `--trace retain-on-failure` records them.
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1440, height: 900 },
    launchOptions: {
      ...(chromium ? { executablePath: chromium } : {}),
      args: [
        ...(isRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
});
