import type { Page } from '@playwright/test';
import { expect, expectHeading } from '../support.ts';
import { expectList, fallbackMessages, region, storedFailures, test } from './fallback-steps.ts';

/** Takes the network away. Returns the function that brings it back. */
type Outage = (page: Page) => Promise<() => Promise<void>>;

const offline: Outage = async (page) => {
  await page.context().setOffline(true);
  return () => page.context().setOffline(false);
};

/** Outage behind a browser that is connected, and does not notice it. */
const unnoticed: Outage = async (page) => {
  await page.route('**/*', (route) => route.abort('connectionreset'));
  return () => page.unroute('**/*');
};

const OUTAGE_MS = 500;

async function duringOutage(page: Page, outage: Outage, act: () => Promise<void>): Promise<void> {
  const end = await outage(page);
  await act();
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), OUTAGE_MS);
  await end();
}

test('after half a second without a network, the newest version is used, and none counts as failed', async ({
  page,
  openShop,
  expectConsole,
}) => {
  expectConsole(fallbackMessages);
  expectConsole(
    /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_RESET|Failed to fetch|mfe[-_]account|preloaded/,
  );
  const { url, next } = await openShop();
  // A visitor who saves data gets nothing of a page ahead, so that each page needs files.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const completed = page.waitForResponse('**/static/registry.*.json');
  await page.goto(`${url}/productlist`);
  await expectList(page, 'The new collection', next);
  await completed;
  const card = page.getByRole('article').first();
  const title = (await card.getByRole('heading').textContent()) ?? '';
  await duringOutage(page, unnoticed, () => card.getByRole('link').first().press('Enter'));
  await expectHeading(page, title);
  const home = page.getByRole('banner').getByRole('link', { name: 'Patchwork' });
  await duringOutage(page, offline, () => home.press('Enter'));
  await expectHeading(page, 'Made slowly, worn often.');
  await expect(region(page)).toHaveAttribute('data-version', next.version);
  expect(await storedFailures(page)).toBeNull();

  const end = await unnoticed(page);
  await page.getByRole('link', { name: 'Login' }).first().press('Enter');
  const notice = page.getByRole('heading', { level: 1, name: 'No connection to the shop' });
  await expect(notice).toBeVisible({ timeout: 8000 });
  await end();
  await expect(page.getByRole('heading', { level: 1, name: 'Login' })).toBeVisible();
  await expect(notice).toHaveCount(0);
  expect(await storedFailures(page)).toBeNull();
});
