import { availableParallelism } from 'node:os';
import { defineConfig, devices } from '@playwright/test';
import type { WorkerFixtures } from './e2e/support.ts';

const chromium = process.env.CHROMIUM_PATH;
const isRoot = process.getuid?.() === 0;

const specs = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`);

const isWhole = process.env.ALL_TESTS === 'true';

/** Specs that need an API server. */
const apiOnly = specs('api-restart', 'chaos', 'two-devices');

/** Specs about purchases, sign-up, addresses and orders. */
const buying = specs('addresses', 'checkout', 'order-life', 'payment', 'two-devices');

/** Specs about what else shoppers do. The rest are about releases, development, devtools, simulated faults or files. */
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

/**
 * Chromium features to turn off. The first two open pages for the address bar in each window, and take a fifth of the
 * processor time. The others are on Playwright's own list, which this one replaces.
 */
const disabledFeatures = [
  ...['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup'],
  ...['AvoidCorsURLLoaderRestartOnRedirect', 'AvoidUnnecessaryBeforeUnloadCheckSync'],
  ...['DestroyProfileOnBrowserClose', 'HttpsFirstBalancedModeAutoEnable', 'HttpsUpgrades'],
  ...['LensOverlay', 'MediaRouter', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch'],
  'ThirdPartyStoragePartitioning',
];

/** Long specs, for `pnpm test --all` only: days of use, all combinations, copies of the workspace. */
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

/**
 * Returns a pattern for the tags of the tests that a project skips. Tests with `@mock` or `@api` need something that
 * only the mock or only the API has, as their title or a comment says. Tests with `@all` are further cases of another
 * test. Without `--all`, the API runs only tests with `@buying`, and Postgres only those with `@postgres`.
 */
const leftOut = (...tags: string[]) =>
  new RegExp([...tags, ...(isWhole ? [] : ['@all'])].join('|'));

/**
 * Journeys through the assembled shop in production builds, which `pnpm test` publishes first. With ALL_TESTS=true, a
 * spec named on the command line runs in every project that contains it.
 */
export default defineConfig<object, WorkerFixtures>({
  testDir: './e2e',
  fullyParallel: true,
  // One more than the number of processors, which leaves them idle for 8 % of the time.
  workers: availableParallelism() + 1,
  // High, because a busy machine is slow.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  projects: [
    {
      name: 'mock',
      use: { target: 'the mock' },
      testIgnore: [...apiOnly, ...(isWhole ? [] : long)],
      grepInvert: leftOut('@api'),
    },
    // The rest of the shopping journeys runs with --all: the contract tests already prove that mock, embedded database
    // and Postgres behave alike.
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
  // Traces take a third of the time. `--trace retain-on-failure` turns them on.
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
        `--disable-features=${disabledFeatures.join()}`,
      ],
    },
  },
});
