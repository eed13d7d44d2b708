import type { Page } from '@playwright/test';
import { addToCart, logOut } from '../shopper-steps.ts';
import { expect, logInAsGuest, test } from '../support.ts';

test('changes of session, cart and wishlist appear in every open tab', async ({
  page,
  context,
}) => {
  await page.goto('/productlist');
  const other = await context.newPage();
  await other.goto('/productlist');
  await expect(other.getByRole('article')).toHaveCount(14);

  await logInAsGuest(page);
  await expect(other.getByRole('link', { name: 'Login' })).toHaveCount(0);
  await addToCart(page, 'Chikankari Tunic');
  await expect(other.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await other.getByRole('button', { name: 'Wishlist: Chikankari Tunic' }).click();
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();

  await other.goto('/cart');
  await expect(other.getByRole('heading', { name: 'My Cart' })).toBeVisible();
  await logOut(page);
  await expect(other).toHaveURL('/login');
  await expect(other.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
});

test('hearts that are pressed in two tabs in the same millisecond are both kept', async ({
  page,
  context,
}) => {
  await logInAsGuest(page);
  const other = await context.newPage();
  await other.goto('/productlist');
  await expect(other.getByRole('link', { name: 'Profile' })).toBeVisible();
  const time = Date.now() + 500;
  const press = (tab: Page, title: string) =>
    tab.getByRole('button', { name: `Wishlist: ${title}` }).evaluate((heart: HTMLElement, at) => {
      while (Date.now() < at);
      heart.click();
    }, time);
  await Promise.all([press(page, 'Chikankari Tunic'), press(other, 'Puddle Raincoat')]);
  for (const tab of [page, other])
    await expect(tab.getByRole('link', { name: 'Wishlist, 2 items' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: 'Wishlist, 2 items' })).toBeVisible();
});

/** Whether the code of a page has been loaded. */
const isLoaded = (page: Page, module: string) =>
  page.evaluate(
    (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
    `__federation_expose_${module}.`,
  );

test('without a network, the cart opens though it was never open, and any other page says what to do', async ({
  page,
  context,
  expectConsole,
}) => {
  expectConsole(/ERR_INTERNET_DISCONNECTED|failed|could not be loaded|RemoteLoadError/);
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAsGuest(page);
  for (const module of ['Cart', 'Wishlist'])
    await expect.poll(() => isLoaded(page, module)).toBe(true);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await addToCart(page, 'Chikankari Tunic');
  await page.getByRole('link', { name: 'Cart, 1 item' }).click();
  await expect(page.getByRole('heading', { name: 'My Cart' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Chikankari Tunic' }).first()).toBeVisible();
  await page.getByRole('link', { name: 'Wishlist' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /wishlist/i })).toBeVisible();
  await page.getByRole('link', { name: 'Cart, 1 item' }).click();

  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'No connection to the shop' })).toBeVisible();
  await expect(page.getByRole('alert').locator('svg')).toBeVisible();
  const stickingOut = await page
    .getByRole('alert')
    .locator('*')
    .evaluateAll(
      (elements) =>
        elements.filter((element) => element.getBoundingClientRect().right > innerWidth).length,
    );
  expect(stickingOut).toBe(0);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { name: 'Select Address' })).toBeVisible();
});

test('without a network, the cart can be used, and its changes are sent when the network is back', async ({
  page,
  context,
  expectConsole,
}) => {
  // Pages that are fetched ahead, and the cart's recommendations, may be on their way when the network goes.
  expectConsole(/ERR_INTERNET_DISCONNECTED|Loading products-in\/\w+ failed/);
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  await expect(page.getByText('Product added to cart')).toBeVisible();
  await page.getByRole('link', { name: 'Cart, 1 item' }).click();
  await expect(page.getByRole('heading', { name: 'My Cart' })).toBeVisible();

  await context.setOffline(true);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  const more = page.getByRole('button', { name: 'Increase quantity: Chikankari Tunic' }).first();
  await more.click();
  await more.click();
  await expect(page.getByText('₹5,397').first()).toBeVisible();
  await expect(page.getByText(/Your changes are kept/)).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText(/You are offline/)).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('₹5,397').first()).toBeVisible();
});
