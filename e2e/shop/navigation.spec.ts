import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseRegistry } from '@patchwork/host';
import type { Page } from '@playwright/test';
import { alive } from '../prerendered-steps.ts';
import { release } from '../release-folder.ts';
import { addToCart } from '../shopper-steps.ts';
import { expect, expectHeading, logInAsGuest, test } from '../support.ts';

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));
const scrollTo = (page: Page, top: number) =>
  page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);

test('a page opens at the top, and after going back at its previous position, with or without a document load', async ({
  page,
}) => {
  const cards = page.getByRole('article');
  await page.goto('/productlist');
  await expect(cards).toHaveCount(14);
  // The router stores where a page was left, but only after the shop has started.
  await alive(page);
  await scrollTo(page, 1200);
  // A dispatched click does not bring the link into view.
  await page.getByRole('link', { name: 'Puddle Raincoat' }).dispatchEvent('click');
  await expectHeading(page, 'Puddle Raincoat');
  await expect.poll(() => scrolled(page)).toBe(0);
  await page.goBack();
  await expect(cards).toHaveCount(14);
  await expect.poll(() => scrolled(page)).toBe(1200);
  await page.goto('/productlist?category=MEN');
  await expect(cards).toHaveCount(6);
  expect(await scrolled(page)).toBe(0);
  await alive(page);
  await scrollTo(page, 300);
  await page.goto('/productlist/puddle-raincoat');
  await expectHeading(page, 'Puddle Raincoat');
  expect(await scrolled(page)).toBe(0);
  await alive(page);
  await scrollTo(page, 60);
  await page.goBack();
  await expect(cards).toHaveCount(6);
  await expect.poll(() => scrolled(page)).toBe(300);
  await page.goBack();
  await expect(cards).toHaveCount(14);
  await expect.poll(() => scrolled(page)).toBe(1200);
  await page.reload();
  await expect.poll(() => scrolled(page)).toBe(1200);
  await expect(cards).toHaveCount(14);
  expect(await scrolled(page)).toBe(1200);
  await page.goForward();
  await expect.poll(() => scrolled(page)).toBe(300);
  // Once the shopper moves on, the page is no longer scrolled to where it was. A key's scroll takes several frames, and
  // the scrolls of the start, when the page is hydrated and when it grows, would end it in between.
  await alive(page);
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  await page.keyboard.press('Home');
  await expect.poll(() => scrolled(page)).toBe(0);
});

test('a link to a part of the page scrolls there, and Back to where it was pressed', async ({
  page,
}) => {
  await page.goto('/productlist');
  await expect(page.getByRole('article')).toHaveCount(14);
  // The router stores where a page was left, but only after the shop has started.
  await alive(page);
  for (const top of [1200, 700]) {
    await scrollTo(page, top);
    await page.getByRole('link', { name: 'Skip to content' }).press('Enter');
    await expect.poll(() => scrolled(page)).toBeLessThan(200);
    await page.goBack();
    await expect.poll(() => scrolled(page)).toBe(top);
  }
  await page.goto('/productlist#main');
  await expect(page.getByRole('article')).toHaveCount(14);
  expect(await scrolled(page)).toBeLessThan(200);
});

test('a filter pressed further down shows the new list from its top without a layout shift', async ({
  page,
}) => {
  await page.goto('/productlist');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(14);
  await scrollTo(page, 400);
  const filter = page.getByRole('complementary').getByRole('checkbox', { name: 'Women' });
  const pressed = await filter.boundingBox();
  await filter.click();
  await expect(page).toHaveURL('/productlist?category=WOMEN');
  await expect(cards.first()).toBeInViewport({ ratio: 1 });
  expect(await filter.boundingBox()).toEqual(pressed);
});

test('Back undoes one filter after another, and Forward restores them, before the list is left', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Shop Now' }).click();
  const cards = page.getByRole('article');
  const filters = page.getByRole('complementary');
  const women = filters.getByRole('checkbox', { name: 'Women' });
  const slider = filters.getByRole('slider');
  const search = page.getByPlaceholder('Search').filter({ visible: true });
  await expect(cards).toHaveCount(14);
  await women.click();
  await expect(page).toHaveURL('/productlist?category=WOMEN');
  for (const price of ['3000', '2500', '2000']) await slider.fill(price);
  await expect(page).toHaveURL('/productlist?maxPrice=2000&category=WOMEN');
  await search.pressSequentially('tunic', { delay: 200 });
  const whole = '/productlist?maxPrice=2000&category=WOMEN&search=tunic';
  await expect(page).toHaveURL(whole);
  await expect(cards).toHaveCount(1);

  await page.goBack();
  await expect(page).toHaveURL('/productlist?maxPrice=2000&category=WOMEN');
  await expect(search).toHaveValue('');
  await expect(cards).toHaveCount(3);
  await page.goBack();
  await expect(slider).toHaveValue('4000');
  await expect(cards).toHaveCount(5);
  await page.goBack();
  await expect(women).not.toBeChecked();
  await expect(cards).toHaveCount(14);
  for (let step = 0; step < 3; step += 1) await page.goForward();
  await expect(page).toHaveURL(whole);
  await expect(search).toHaveValue('tunic');
  await expect(slider).toHaveValue('2000');
  await expect(cards).toHaveCount(1);
  for (let step = 0; step < 4; step += 1) await page.goBack();
  await expect(page).toHaveURL('/');
});

test('Back scrolls the list to where the filter was pressed', async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.getByRole('article')).toHaveCount(14);
  await alive(page);
  await scrollTo(page, 500);
  await page.getByRole('complementary').getByRole('checkbox', { name: 'Women' }).click();
  await expect.poll(() => scrolled(page)).toBeLessThan(300);
  await page.goBack();
  await expect(page.getByRole('article')).toHaveCount(14);
  await expect.poll(() => scrolled(page)).toBe(500);
});

test('links and fields in the header are large enough to tap on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/login');
  const targets = page
    .locator('.shop-header :is(a:not(.skip-link), button, input)')
    .filter({ visible: true });
  await expect(targets).toHaveCount(7);
  const smallest = () =>
    targets.evaluateAll((all) =>
      Math.min(
        ...all.flatMap((target) => {
          const { width, height } = target.getBoundingClientRect();
          return [width, height];
        }),
      ),
    );
  await expect.poll(smallest).toBeGreaterThanOrEqual(24);
});

test('a toast stays while the pointer is over it, also if it was there first', async ({ page }) => {
  const toast = (text: string) => page.getByRole('alert').filter({ hasText: text });
  await logInAsGuest(page);
  const heart = page
    .getByRole('article')
    .first()
    .getByRole('button', { name: /wishlist/i });
  await heart.press('Enter');
  const place = await toast('Product added to wishlist').boundingBox();
  await expect(toast('Product added to wishlist')).toBeHidden();
  await page.mouse.move((place?.x ?? 0) + 50, (place?.y ?? 0) + 20);
  await heart.press('Enter');
  const removed = toast('Product removed from wishlist');
  await removed.waitFor();
  // Longer than the 1.5 s that it is shown otherwise.
  await page.waitForTimeout(3000);
  await expect(removed).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(removed).toBeHidden();
});

test('the link in a toast stays while it has the focus', async ({ page }) => {
  await page.goto('/productlist/chikankari-tunic');
  await page.getByRole('button', { name: 'Wishlist', exact: true }).click();
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  const link = page.getByRole('link', { name: 'Back to Chikankari Tunic' });
  await link.focus();
  // Longer than the 7 s that it is shown otherwise.
  await page.waitForTimeout(8500);
  await expect(link).toBeFocused();
});

test('on a phone, only one toast is shown, and it lets presses through to the content below', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  const toasts = page.locator('.Toastify__toast[data-in="true"]');
  await page
    .getByRole('article')
    .getByRole('button', { name: /wishlist/i })
    .first()
    .click();
  await expect(toasts).toHaveText('Product added to wishlist');
  const below = await toasts.evaluate((toast) => {
    const { x, y, width, height } = toast.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.Toastify__toast');
  });
  expect(below).toBeNull();
});

test.describe('in forced colours', () => {
  test.use({ contextOptions: { forcedColors: 'active' } });

  test('a selected size differs visibly from the others', async ({ page }) => {
    await page.goto('/productlist?size=S');
    // The prerendered page, which is seen first, has no size that is chosen.
    await expect(page.getByRole('checkbox', { name: 'S', exact: true })).toBeChecked();
    const ground = (size: string) =>
      page
        .getByRole('complementary')
        .getByText(size, { exact: true })
        .evaluate((label) => getComputedStyle(label).backgroundColor);
    expect(await ground('S')).not.toBe(await ground('M'));
  });

  test('a toast has an edge', async ({ page }) => {
    // The toast is looked for before it is shown, as it is soon gone.
    await Promise.all([
      expect(page.locator('.Toastify__toast')).toHaveCSS('outline-style', 'solid'),
      logInAsGuest(page),
    ]);
  });
});

/** Returns the title in a page's HTML, as a crawler without scripts reads it. */
const titleIn = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];

/** Returns the paths without parameters that anyone may open, in a shop without devtools. */
function openPaths(): string[] {
  const file = path.join(release, 'registry.json');
  const { registry } = parseRegistry(JSON.parse(readFileSync(file, 'utf8')));
  return registry.remotes
    .filter(({ stable }) => !Object.hasOwn(stable.fragments, 'devtools'))
    .flatMap(({ stable }) => stable.routes)
    .filter((route) => route.access !== 'login' && !route.path.includes(':'))
    .map((route) => route.path);
}

test('the HTML of each page has one icon, and the title of the displayed page', async ({
  page,
}) => {
  for (const address of openPaths()) {
    const response = await page.goto(address);
    const html = (await response?.text()) ?? '';
    const title = titleIn(html) ?? 'none';
    expect(html.match(/<link rel="icon"/g), address).toHaveLength(1);
    await expect(page.locator('#root'), address).not.toHaveAttribute('data-waiting');
    await expect(page, address).toHaveTitle(title);
  }
});
