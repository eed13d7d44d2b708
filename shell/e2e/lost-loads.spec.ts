import type { Page } from '@playwright/test';
import { addToCart, atCheckout, expectPlaced, pay } from './checkout-steps.ts';
import { expect, test } from './support.ts';

const alert = (page: Page) => page.getByRole('main').getByRole('alert');

/** Loses what this page asks of the shopper's own data, until the returned function is called. */
async function lose(page: Page): Promise<() => Promise<void>> {
  const calls = /\/api\/user\/(?:addresses|orders|checkouts)$/;
  await page.route(calls, (route) => route.abort('internetdisconnected'));
  return () => page.unroute(calls);
}

const pages = [
  ['/profile?tab=ADDRESSES', 'Your addresses could not be loaded.', '19th Main Road'],
  ['/checkout', 'Your addresses could not be loaded.', '19th Main Road'],
  ['/orders', 'Your orders could not be loaded.', 'Chikankari Tunic'],
  ['/orderplaced', 'Your order could not be loaded.', 'Thank you for shopping with us'],
] as const;

test('addresses and orders that were lost on their way say so, and come when the shop is reached again', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|Loading user\//);
  await atCheckout(page);
  await pay(page, 'Pay, and call back twice');
  await expectPlaced(page);
  await page.goto('/productlist');
  await addToCart(page, 'Chikankari Tunic');
  for (const [path, problem, content] of pages) {
    const reach = await lose(page);
    await page.goto(path);
    await expect(alert(page)).toContainText(problem);
    await expect(alert(page).getByRole('button', { name: 'Try again' })).toBeVisible();
    await reach();
    await expect(page.getByRole('main')).toContainText(content);
    await expect(alert(page)).toHaveCount(0);
  }
});
