import { devices } from '@playwright/test';
import shared from '../playwright.config.ts';

/** Path of a Firefox on this machine, driven by WebDriver BiDi. By default Playwright's own is used. */
const firefox = process.env.FIREFOX_PATH;

/** Specs to run in other browsers: shoppers' journeys, from the first HTML to the order. */
const journeys = [
  'addresses',
  'keyboard',
  'payment',
  'prerendered',
  'rendered-pages',
  'skew',
  'slow-start',
  'tabs-and-offline',
];

/** Settings of `pnpm engines`. Tests with `@chromium` need something that only Chromium has, as a comment says. */
export default {
  ...shared,
  testDir: '../e2e',
  outputDir: '../test-results',
  testMatch: journeys.map((name) => `**/${name}.spec.ts`),
  grepInvert: /@api|@all|@chromium/,
  projects: [
    {
      name: 'firefox',
      use: {
        ...devices['Desktop Firefox'],
        ...(firefox && { channel: 'moz-firefox' }),
        launchOptions: firefox ? { executablePath: firefox } : {},
      },
    },
    ...(firefox
      ? []
      : [{ name: 'webkit', use: { ...devices['Desktop Safari'], launchOptions: {} } }]),
  ],
};
