import type { Page } from '@playwright/test';
import {
  expect,
  expectNoAxeViolations,
  layoutShift,
  logInAsGuest,
  onlyInAll,
  test,
} from './support.ts';

/** Each width and each scheme once, the others for --all: see screen-steps.ts. */
const looks = [
  [390, 'dark', false],
  [1440, 'light', false],
  [390, 'light', true],
  [768, 'light', true],
  [768, 'dark', true],
  [1440, 'dark', true],
] as const;

for (const [width, colorScheme, isOnlyInAll] of looks) {
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme });

    test(
      'a visitor goes from home over a category and a filter to a product, and back',
      onlyInAll(isOnlyInAll),
      async ({ page }) => {
        await page.goto('/');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.getByRole('link', { name: /Women/ })).toBeVisible();
        await expectNoAxeViolations(page);

        await page.getByRole('link', { name: /Women/ }).click();
        await expect(page).toHaveURL('/productlist?category=WOMEN');
        await expect(page.getByRole('article')).toHaveCount(5);

        const filters = page.getByRole('button', { name: 'Filters' });
        const inDrawer = await filters.isVisible();
        if (inDrawer) {
          await filters.click();
          await expectNoAxeViolations(page);
        }
        await page.getByRole('checkbox', { name: 'M', exact: true }).check();
        if (inDrawer) await page.getByRole('button', { name: /^Show/ }).click();
        await expect(page.getByRole('article')).toHaveCount(2);
        await expectNoAxeViolations(page);

        await page.getByRole('link', { name: 'Marigold Anarkali Dress' }).click();
        await expect(
          page.getByRole('heading', { level: 1, name: 'Marigold Anarkali Dress' }),
        ).toBeVisible();
        await expect(page.getByText('Availabilty:')).toBeVisible();
        await expectNoAxeViolations(page);

        await page.goBack();
        await expect(page).toHaveURL('/productlist?category=WOMEN&size=M');
        await expect(page.getByRole('article')).toHaveCount(2);
        expect(await layoutShift(page)).toBeLessThan(0.02);
      },
    );
  });
}

const openPaths = ['/', '/productlist', '/productlist/puddle-raincoat', '/login', '/signup'];
const otherPaths = ['/logout', '/nowhere'];
const guestPaths = ['/productlist', '/wishlist', '/cart', '/checkout', '/orderplaced', '/profile'];

/** Pages whose screens axe sees at every size: see account-checkout-screens.spec.ts. */
const soundPaths = new Set([
  '/login',
  '/signup',
  '/logout',
  '/cart',
  '/checkout',
  '/orderplaced',
  '/profile',
]);

/** Opens a page cold, and expects little layout shift and no violation of axe's rules. */
async function openCold(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await layoutShift(page), `layout shift of ${path}`).toBeLessThan(0.02);
  if (!soundPaths.has(path)) await expectNoAxeViolations(page);
}

for (const width of [390, 1440]) {
  test.describe(`opened cold at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    test('nothing jumps and axe is content, for a visitor', async ({ page, expectConsole }) => {
      // The browser itself reports that the page came with status 404.
      expectConsole(/404.*\/nowhere/);
      for (const path of [...openPaths, ...otherPaths]) await openCold(page, path);
    });

    test('nothing jumps and axe is content, for a guest', async ({ page }) => {
      await logInAsGuest(page);
      for (const path of guestPaths) await openCold(page, path);
    });
  });
}
