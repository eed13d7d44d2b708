import type { Locator, Page } from '@playwright/test';
import { press } from './keyboard-steps.ts';
import {
  expect,
  expectHeading,
  expectNoAxeViolations,
  layoutShift,
  logInAsGuest,
  requestsOf,
  test,
} from './support.ts';

const path = '/productlist/indigo-selvedge-overshirt';
const title = 'Indigo Selvedge Overshirt';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not shown`);
  return { ...box, bottom: box.y + box.height };
}

const picture = (page: Page, view: string) =>
  page.getByRole('button', { name: `Full screen: ${title}${view}`, exact: true });

test('the pictures are looked through, and one is enlarged, by keyboard alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await press(page, picture(page, ''), 'ArrowRight');
  await expect(picture(page, ', worn')).toBeFocused();
  await page.keyboard.press('Tab');
  const tab = page.getByRole('tab', { name: `${title}, worn` });
  await expect(tab).toBeFocused();
  await page.keyboard.press('Shift+Tab');

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Pictures of ${title}` });
  await expect(dialog.getByRole('status')).toHaveText(`2 of 4: ${title}, worn`);
  await expectNoAxeViolations(page);
  const shown = dialog.getByRole('img');
  const before = await boxOf(shown);
  expect(before.height).toBeLessThanOrEqual(900);
  for (const key of ['+', '+', 'ArrowDown']) await page.keyboard.press(key);
  const enlarged = await boxOf(shown);
  expect(enlarged.width / before.width).toBeCloseTo(2.25, 1);
  // It grew around the middle of the screen, and was then moved up.
  expect(enlarged.y + enlarged.height / 2).toBeCloseTo(450 - 80, -1);
  await page.keyboard.press('0');
  expect(await boxOf(shown)).toEqual(before);
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('status')).toHaveText(`3 of 4: ${title}, from behind`);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(picture(page, ', from behind')).toBeFocused();
  await expect(picture(page, ', from behind')).toBeInViewport({ ratio: 0.5 });
  await expect(page.getByRole('tab', { selected: true })).toHaveAccessibleName(
    `${title}, from behind`,
  );
  expect(await layoutShift(page)).toBeLessThan(0.01);
});

test('no other picture is requested before the product’s first one is there', async ({ page }) => {
  const requested = requestsOf(page, /\/images\//);
  let early: readonly string[] = [];
  await page.route(/overshirt\.svg/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    early = [...requested];
    await route.continue();
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await expect.poll(() => requested.filter((url) => /overshirt-/.test(url)).length).toBe(3);
  expect(new Set(early)).toEqual(new Set([expect.stringMatching(/overshirt\.svg/)]));
});

test('on a phone price and button stay in reach, and cover neither the page’s end nor a toast', async ({
  page,
}) => {
  await logInAsGuest(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(path);
  const add = page.getByRole('button', { name: 'Add to Cart' }).first();
  await expect(add).toBeInViewport({ ratio: 1 });
  expect((await boxOf(add)).height).toBeGreaterThanOrEqual(44);
  await page.getByText('Delivery and returns').click();
  const answer = page.getByRole('group').getByRole('link', { name: 'returns' });
  await answer.scrollIntoViewIfNeeded();
  await expect(add).toBeInViewport({ ratio: 1 });
  await add.click();
  const cart = page.getByRole('main').getByRole('link', { name: 'Go to Cart' });
  await expect(cart).toBeFocused();
  const bar = await boxOf(cart);
  const toast = await boxOf(page.getByText('Product added to cart'));
  expect(toast.bottom).toBeLessThan(bar.y);
  await page.keyboard.press('End');
  await expect
    .poll(async () => (await boxOf(page.getByText(/© 2026/))).bottom)
    .toBeLessThan(bar.y - 8);
});

test('a product that was viewed before is offered at the end of the next one, until someone logs out', async ({
  page,
}) => {
  await logInAsGuest(page);
  await page.goto(path);
  await expectHeading(page, title);
  await page.goto('/productlist/linen-wide-leg-trousers');
  const viewed = page.getByRole('region', { name: 'Recently viewed' });
  await expect(viewed.getByRole('link')).toHaveText([title]);
  await viewed.getByRole('link').click();
  await expectHeading(page, title);
  await expect(viewed.getByRole('link')).toHaveText(['Linen Wide-Leg Trousers']);
  expect(await layoutShift(page)).toBeLessThan(0.01);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL('/logout');
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('viewed');
});
