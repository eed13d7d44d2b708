import type { Locator, Page } from '@playwright/test';
import { press } from '../keyboard-steps.ts';
import {
  expect,
  expectHeading,
  expectNoAxeViolations,
  layoutShift,
  logInAsGuest,
  requestsOf,
  test,
} from '../support.ts';

const path = '/productlist/indigo-selvedge-overshirt';
const title = 'Indigo Selvedge Overshirt';

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error(`${locator} is not shown`);
  return { ...box, bottom: box.y + box.height };
}

const picture = (page: Page, view: string) =>
  page.getByRole('button', { name: `Full screen: ${title}${view}`, exact: true });

test('the pictures are viewed, and one is enlarged, by keyboard alone', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(path);
  await press(page, picture(page, ''), 'ArrowRight');
  await expect(picture(page, ', on a dress form')).toBeFocused();
  await page.keyboard.press('Tab');
  const tab = page.getByRole('tab', { name: `${title}, on a dress form` });
  await expect(tab).toBeFocused();
  await page.keyboard.press('Shift+Tab');

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Pictures of ${title}` });
  await expect(dialog.getByRole('status')).toHaveText(`2 of 4: ${title}, on a dress form`);
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

test('the pictures are swiped, and enlarged by pinch and wheel', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const devtools = await page.context().newCDPSession(page);
  /** Moves fingers in ten steps, at the speed of a hand: each from one point to another. */
  async function touch(...fingers: [x: number, y: number, toX: number, toY: number][]) {
    for (let step = 0; step <= 10; step += 1) {
      const touchPoints = fingers.map(([x, y, toX, toY], id) => ({
        id,
        x: x + ((toX - x) * step) / 10,
        y: y + ((toY - y) * step) / 10,
      }));
      const type = step === 0 ? 'touchStart' : 'touchMove';
      await devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
      await page.waitForTimeout(16);
    }
    await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  }
  await page.goto(path);
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 2 });
  const tab = page.getByRole('tab', { selected: true });
  await expect(tab).toHaveAccessibleName(title);
  await touch([330, 300, 70, 300]);
  await expect(tab).toHaveAccessibleName(`${title}, on a dress form`);

  await picture(page, ', on a dress form').click();
  const dialog = page.getByRole('dialog', { name: `Pictures of ${title}` });
  const status = dialog.getByRole('status');
  await expect(status).toHaveText(`2 of 4: ${title}, on a dress form`);
  await touch([155, 400, 75, 400], [235, 400, 315, 400]);
  await expect(status).toHaveText(`2 of 4: ${title}, on a dress form, enlarged 3.0 times`);
  const before = await boxOf(dialog.getByRole('img'));
  await touch([300, 500, 200, 500]);
  await expect
    .poll(async () => (await boxOf(dialog.getByRole('img'))).x)
    .toBeLessThan(before.x - 50);
  await touch([75, 400, 155, 400], [315, 400, 235, 400]);
  await expect(status).toHaveText(`2 of 4: ${title}, on a dress form`);

  await touch([330, 400, 130, 400]);
  await expect(status).toHaveText(`3 of 4: ${title}, from behind`);
  await touch([200, 300, 250, 600]);
  await touch([100, 400, 300, 400]);
  await expect(status).toHaveText(`2 of 4: ${title}, on a dress form`);

  await page.mouse.move(100, 400);
  await page.mouse.wheel(0, -400);
  await expect(status).toHaveText(`2 of 4: ${title}, on a dress form, enlarged 2.0 times`);
  await page.mouse.wheel(0, 1000);
  await expect(status).toHaveText(`2 of 4: ${title}, on a dress form`);
});

test('no other picture is requested before the product’s first one has arrived', async ({
  page,
}) => {
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

test('other products are recommended even if the first picture never arrives', async ({ page }) => {
  await page.route(/overshirt\.svg/, () => undefined);
  await page.goto(path, { waitUntil: 'commit' });
  const recommended = page.getByRole('region', { name: 'You may also like' });
  await expect(async () => {
    await page.mouse.wheel(0, 2000);
    await expect(recommended).toBeVisible({ timeout: 500 });
  }).toPass();
  // The cards are outside of a grid with rows, in which a picture once was as high as its label.
  const { width, height } = await boxOf(recommended.locator('div:has(> img)').first());
  expect(height).toBeGreaterThan(width);
});

test('on a phone, price and button stay within reach, and cover neither the page’s end nor a toast', async ({
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
  // The heading is in the page's HTML, long before a script can note that it was viewed.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(localStorage)))
    .toContain('recently-viewed');
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

test('the picture of a pressed card moves to the product’s page and back, and blocks nothing', async ({
  page,
}) => {
  // A move stops at its beginning, to be measured.
  await page.addInitScript(() => {
    const { animate } = Element.prototype;
    Element.prototype.animate = function (...keyframes) {
      const move = animate.apply(this, keyframes);
      move.pause();
      return move;
    };
  });
  const end = () =>
    page.evaluate(async () => {
      await new Promise(requestAnimationFrame);
      for (const move of document.getAnimations()) move.finish();
    });
  const placeOf = async (locator: Locator) => {
    const { x, y, width } = await boxOf(locator);
    return [x, y, width].map(Math.round);
  };
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/productlist');
  const card = page.getByRole('article', { name: 'Marigold Anarkali Dress' });
  const onCard = card.locator('> div').first();
  const onPage = page.getByRole('button', { name: 'Full screen: Marigold Anarkali Dress' }).first();
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
  await page.evaluate(() => scrollTo(0, 300));
  const before = await placeOf(onCard);

  await card.getByRole('link').click();
  await expect.poll(() => placeOf(onPage)).toEqual(before);
  await end();
  const after = await placeOf(onPage);
  expect(after).not.toEqual(before);
  await page.goBack();
  await expect.poll(() => placeOf(onCard)).toEqual(after);
  // A card below the moving picture.
  const covered = page.getByRole('article', { name: 'Ribbed Crew Sweater' });
  expect((await boxOf(covered)).x).toBeLessThan((await boxOf(onCard)).x + (after[2] ?? 0));
  await covered.getByRole('link').click();
  await expectHeading(page, 'Ribbed Crew Sweater');
  await page.goBack();
  await expectHeading(page, 'The collection');
  await end();
  expect(await placeOf(onCard)).toEqual(before);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await card.getByRole('link').click();
  await expect.poll(() => placeOf(onPage)).toEqual(after);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await placeOf(onPage)).toEqual(after);
});
