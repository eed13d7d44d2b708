import { defineConfig, devices } from '@playwright/test';

const chromium = process.env.CHROMIUM_PATH;
const isRoot = process.getuid?.() === 0;

/** The assembled shop against production bundles: `pnpm test` builds and publishes them first. */
export default defineConfig({
  testDir: './shell/e2e',
  fullyParallel: true,
  workers: 2,
  // Generous: a loaded machine is slow, and a test that fails has shown its reason long before.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
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
