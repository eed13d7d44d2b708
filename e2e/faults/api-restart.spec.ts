import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApiServer, createApiServer, readSettings } from '@patchwork/api-server';
import { serve } from '@patchwork/release';
import { release } from '../release-folder.ts';
import {
  checkOut,
  expectPlaced,
  openPayment,
  orders,
  pay,
  payment,
  placeOrder,
  problem,
  signUp,
  storeAddress,
} from '../shopper-steps.ts';
import { test as base, expect } from '../support.ts';

interface RestartableApi {
  readonly stop: () => Promise<void>;
  /** Starts an API server on the same folder. */
  readonly start: () => Promise<void>;
}

/** A shop whose API can be stopped and started again. While stopped, it answers as a server does that restarts. */
const test = base.extend<{ api: RestartableApi & { url: string } }>({
  api: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-restart-'));
    const settings = readSettings(
      { PATCHWORK_DATA: folder, GUEST_ACCOUNT: 'true', LOG_LEVEL: 'silent' },
      folder,
    );
    let api: ApiServer = await createApiServer(settings);
    const shop = await serve({
      release,
      port: 0,
      defaultConfig: api.shopConfig,
      delegate: {
        handles: api.handles,
        listener: (request, response) => api.listener(request, response),
      },
    });
    await use({
      url: shop.url,
      stop: () => api.stop(),
      start: async () => {
        api = await createApiServer(settings);
      },
    });
    await shop.stop();
    await api.stop();
    await rm(folder, { recursive: true });
  },
  baseURL: async ({ api }, use) => use(api.url),
});

test('an API that goes down during a purchase and comes back has lost nothing', async ({
  page,
  api,
  expectConsole,
}) => {
  // The browser itself reports the failed requests, and the shop what it could not load.
  expectConsole(/503|restarted/);
  await signUp(page);
  await storeAddress(page);
  await checkOut(page, 'Chikankari Tunic', 'Patch-Pocket Dungarees');
  await placeOrder(page).click();
  await expect(payment(page)).toContainText('₹2,898');

  await api.stop();
  await payment(page).getByRole('button', { name: 'Pay successfully', exact: true }).click();
  await expect(problem(page)).toContainText('The server is being restarted. Please try again.');
  await api.start();

  await page.reload();
  const open = openPayment(page);
  await open.getByRole('button', { name: 'Discard this payment' }).click();
  await page.getByRole('radio').first().check();
  await pay(page, 'Pay successfully after');
  await expect(payment(page)).toContainText('thinking');
  await api.stop();
  await expect(page.getByText('The shop can’t answer at the moment. Trying again…')).toBeVisible();
  await api.start();
  // It waits for five seconds or more before each try.
  await page.waitForURL('/orderplaced', { timeout: 40_000 });
  await expectPlaced(page);
  await page.goto('/orders');
  await expect(orders(page)).toHaveCount(1);
  await expect(page.getByText('₹2,898').first()).toBeVisible();
});
