import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import type { WorkerFixtures } from './shell/e2e/support.ts';

const chromium = process.env.CHROMIUM_PATH;
const isRoot = process.getuid?.() === 0;

const specs = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`);

const isWhole = process.env.ALL_TESTS === 'true';

/** Journeys that only an API has. */
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

/** Days, whole matrices and copies of the workspace: `pnpm test --all`. */
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

/** Journeys that one of the long specs makes at full length. */
const inShort = specs('packed-packages');

/**
 * Tags of what a project leaves out. Tests with `@mock` or `@api` need what only that has; their title or a
 * comment says what. `@all` is a case more of what another test shows. Without `--all`, an API has the tests
 * with `@buying`, and Postgres those with `@postgres`.
 */
const leftOut = (...tags: string[]) =>
  new RegExp([...tags, ...(isWhole ? [] : ['@all'])].join('|'));

/**
 * The assembled shop against production bundles, which `pnpm test` builds and publishes first. A spec that is
 * named on the command line with ALL_TESTS=true runs wherever it can.
 */
export default defineConfig<object, WorkerFixtures>({
  testDir: './shell/e2e',
  fullyParallel: true,
  // Exceeds the processors by one: a third of the time a browser waits.
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
    // Contract tests pin mock, embedded database and Postgres to one behaviour: the rest of shopping is for --all.
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
  // Without traces, which take a third of the time: `--trace retain-on-failure` asks for them.
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
