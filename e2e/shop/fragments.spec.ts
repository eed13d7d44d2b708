import type { Page } from '@playwright/test';
import { expectSound } from '../screen-steps.ts';
import { addToCart, atCheckout, expectPlaced, pay } from '../shopper-steps.ts';
import { expect, fontsShown, hold, layoutShift, logInAsGuest, test } from '../support.ts';

const row = (page: Page) => page.getByRole('region', { name: 'You may also like' });
const inHeader = (page: Page, role: 'link' | 'button', name: string | RegExp) =>
  page.getByRole('banner').getByRole(role, { name });
const catalogueEntry = /\/mfe-catalog\/.*remoteEntry\.js/;

async function openCart(page: Page): Promise<void> {
  // The browser's load event waits for a script that is slow; the page does not.
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'My Cart' })).toBeVisible();
}

const footerTop = (page: Page) =>
  page.getByRole('contentinfo').evaluate((footer) => footer.getBoundingClientRect().top + scrollY);

test('the cart recommends products that can be added, and the header previews it', async ({
  page,
}) => {
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  await openCart(page);
  await expect(row(page).getByRole('listitem')).toHaveCount(6);
  await expect(row(page).locator('..')).toHaveAttribute('data-boundary', 'mfe-catalog');
  expect(await layoutShift(page)).toBeLessThan(0.01);
  const [first] = await row(page).getByRole('button', { name: 'Add to Cart' }).all();
  await first?.click();
  await expect(row(page).getByRole('link', { name: 'Go to Cart' })).toBeFocused();
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectSound(page, 'a cart with recommendations');

  await page.goto('/productlist');
  const preview = inHeader(page, 'button', 'Preview of what you chose');
  await expect(preview).toBeAttached();
  await inHeader(page, 'link', 'Cart, 2 items').focus();
  await page.keyboard.press('Tab');
  await expect(preview).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(inHeader(page, 'link', 'Checkout')).toBeVisible();
  await expectSound(page, 'the preview of the cart');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await expect(preview).toBeFocused();
  await inHeader(page, 'link', 'Cart, 2 items').hover();
  await expect(inHeader(page, 'link', 'Checkout')).toBeVisible();
  await inHeader(page, 'link', 'Cart, 2 items').click();
  await expect(page).toHaveURL('/cart');
  await expect(inHeader(page, 'link', 'Checkout')).toBeHidden();
});

test('a placed order is followed by matching products', async ({ page }) => {
  await atCheckout(page);
  await pay(page, 'Pay, and call back twice');
  await expectPlaced(page);
  await expect(row(page).getByRole('listitem')).toHaveCount(6);
  await expect(row(page)).not.toContainText('Chikankari Tunic');
  await expectSound(page, 'an order with recommendations');
});

test('the cart works, and nothing shifts, while the recommending remote is slow or down', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404|could not be loaded|mfe.catalog|preload/);
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  const answer = await hold(page, catalogueEntry);
  const requested = new Set<string>();
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    // The header's search belongs to the same remote, and to every page.
    if (/\/mfe-catalog\/(?!.*HeaderSearch).*\.(?:js|css)$/.test(pathname)) requested.add(pathname);
  });
  await openCart(page);
  await page.getByRole('button', { name: /^Increase quantity/ }).click();
  await expect(page.getByRole('status', { name: /^Quantity/ })).toHaveText('2');
  // After the cart comes a single step of requests: the row's files are on their way beside the entry …
  for (const file of [/Recommended\.\w+\.js$/, /Recommended\.\w+\.css$/]) {
    await expect.poll(() => [...requested].some((path) => file.test(path))).toBe(true);
  }
  const firstStep = [...requested];
  const before = await footerTop(page);
  answer();
  await expect(row(page).getByRole('listitem')).toHaveCount(6);
  // … and nothing more is needed once that is there.
  expect([...requested].filter((path) => !firstStep.includes(path))).toEqual([]);
  expect(await footerTop(page)).toBe(before);
  expect(await layoutShift(page)).toBeLessThan(0.01);

  await page.unroute(catalogueEntry);
  await page.route(catalogueEntry, (route) => route.fulfill({ status: 404 }));
  const failed = page.waitForEvent('console', (message) =>
    /could not be loaded/.test(message.text()),
  );
  await openCart(page);
  await failed;
  await expect(row(page)).toHaveCount(0);
  expect(await layoutShift(page)).toBeLessThan(0.01);
  await page.getByRole('button', { name: /^Decrease quantity/ }).click();
  await expect(page.getByRole('status', { name: /^Quantity/ })).toHaveText('1');
  await expectSound(page, 'a cart without its recommendations');
});

test('on a phone, the cart does not shift when its fonts arrive late', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  const send = await hold(page, /\.woff2$/);
  await openCart(page);
  await expect(page.getByRole('button', { name: 'Remove from Cart' })).toBeVisible();
  send();
  await fontsShown(page);
  expect(await layoutShift(page)).toBeLessThan(0.01);
});
