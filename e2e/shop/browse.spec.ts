import { press } from '../keyboard-steps.ts';
import { expectSound } from '../screen-steps.ts';
import { expect, layoutShift, logInAsGuest, onlyInAll, test } from '../support.ts';

/** Pages of a visitor and of a guest. Those of the account and of checkout: see account-checkout-screens.spec.ts. */
const paths = {
  visitor: {
    sound: [
      '/',
      '/productlist',
      '/productlist?category=WOMEN&size=M',
      '/productlist/puddle-raincoat',
      '/nowhere',
      '/help',
    ],
    others: ['/login', '/signup', '/logout', '/delivery', '/returns', '/privacy'],
  },
  guest: {
    sound: ['/productlist', '/wishlist'],
    others: ['/cart', '/checkout', '/orderplaced', '/profile'],
  },
};

for (const width of [390, 1440]) {
  for (const [shopper, { sound, others }] of Object.entries(paths)) {
    test(
      `the pages of a ${shopper}, opened cold at ${width} px, are sound, and nothing on them shifts`,
      onlyInAll(shopper === 'guest' && width === 390),
      async ({ page, expectConsole }) => {
        // Twelve pages, half of them examined in each state.
        test.slow(width === 1440 && shopper === 'visitor');
        // The browser itself reports that the page came with status 404.
        expectConsole(/404.*\/nowhere/);
        if (shopper === 'guest') await logInAsGuest(page);
        for (const path of [...sound, ...others]) {
          await page.setViewportSize({ width, height: 900 });
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await page.waitForLoadState('networkidle');
          expect(await layoutShift(page), `layout shift of ${path}`).toBeLessThan(0.02);
          if (width === 1440 && sound.includes(path)) await expectSound(page, path);
        }
      },
    );
  }
}

test('on a phone, the search opens over the header, stays open while the list is shown, and closes with Escape', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open the search' });
  const search = page.getByRole('dialog', { name: 'Search' }).getByPlaceholder('Search');
  await expect(page.getByRole('banner')).toHaveCSS('height', '88px');
  await expect(search).toBeHidden();
  await press(page, opener);
  await expect(search).toBeFocused();
  await page.keyboard.type('raincoat');
  await expect(page).toHaveURL('/productlist?search=raincoat');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(search).toBeFocused();
  // The first Escape closes the suggestions.
  const suggestions = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(suggestions).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(suggestions).toBeHidden();
  await expect(search).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(search).toBeHidden();
  await expect(opener).toBeFocused();
  await expect(page).toHaveURL('/productlist?search=raincoat');

  await page.keyboard.press('Enter');
  await expect(search).toHaveValue('raincoat');
  await page.keyboard.press('Enter');
  await expect(search).toBeHidden();
  expect(await layoutShift(page)).toBeLessThan(0.001);
});

test('in forced colours, each kind of filter shows its selection', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/productlist');
  await expect(page.getByRole('article')).toHaveCount(14);
  for (const control of [
    page.getByRole('checkbox', { name: 'Women' }),
    page.getByRole('checkbox', { name: 'M', exact: true }),
    page.getByRole('radio', { name: /^3/ }),
    page.getByRole('radio', { name: 'Low to High' }),
  ]) {
    const option = page.locator('label').filter({ has: control });
    await control.focus();
    const before = await option.screenshot({ animations: 'disabled' });
    await page.keyboard.press('Space');
    await expect(control).toBeChecked();
    const after = await option.screenshot({ animations: 'disabled' });
    expect(after.equals(before), `${control} looks the same`).toBe(false);
  }
});
