import { defineConfig, devices } from '@playwright/test';
import type { WorkerFixtures } from './shell/e2e/support.ts';

const chromium = process.env.CHROMIUM_PATH;
const isRoot = process.getuid?.() === 0;

const specs = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`);

/** What a shopper does from the choice of a product to the order. */
const buying = specs('checkout', 'payment', 'two-devices');

/**
 * What a shopper does and sees. The other specs are about releases, the development server, devtools, the mock's
 * faults or files, which no API has a part in.
 */
const shopping = [
  ...buying,
  ...specs(
    'account-checkout-screens',
    'account-keyboard',
    'addresses',
    'api-restart',
    'browse',
    'chaos',
    'checkout-keyboard',
    'first-words',
    'fragments',
    'keyboard',
    'lost-loads',
    'navigation',
    'razorpay-api',
    'session',
    'slow-start',
    'tabs-and-offline',
    'titles',
  ),
];

/** The assembled shop against production bundles: `pnpm test` builds and publishes them first. */
export default defineConfig<object, WorkerFixtures>({
  testDir: './shell/e2e',
  fullyParallel: true,
  workers: 2,
  // Generous: a loaded machine is slow, and a test that fails has shown its reason long before.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  projects: [
    // Tests with a tag need what only the mock, or only an API, has; their title or a comment says what.
    {
      name: 'mock',
      use: { target: 'the mock' },
      testIgnore: specs('two-devices', 'api-restart', 'razorpay-api', 'lost-loads', 'chaos'),
      grepInvert: /@api/,
    },
    { name: 'api', use: { target: 'the API' }, testMatch: shopping, grepInvert: /@mock/ },
    {
      name: 'postgres',
      use: { target: 'the API on Postgres' },
      testMatch: buying,
      grepInvert: /@mock/,
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
