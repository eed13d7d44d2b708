import type { Page } from '@playwright/test';
import { button, expectArrival, link, press, tabTo } from '../keyboard-steps.ts';
import { expect, expectNoAxeViolations, layoutShift, logInAsGuest, test } from '../support.ts';

/** Makes the mock start with the scenario 'A catalogue with sizes' of the devtools. */
const chooseSizes = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const settings = { delay: 50, seed: 2719, failures: {} };
    const value = { scenario: 'sizes', settings, difference: [], sessionsEndedAt: 0 };
    sessionStorage.setItem('patchwork:mock-state', JSON.stringify({ version: 1, value }));
  });

const sizes = (page: Page) => page.getByRole('group', { name: 'Size' });
const colours = (page: Page) => page.getByRole('group', { name: 'Colour' });

test('a size is bought by keyboard: the focus stays, nothing shifts, and Back works', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await chooseSizes(page);
  await logInAsGuest(page);
  await page.goto('/productlist?size=XL');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(8);
  await expect(page.getByText('8 products', { exact: true })).toBeVisible();
  const overshirt = page.getByRole('article', { name: 'Indigo Selvedge Overshirt' });
  await expect(overshirt).toContainText('Sizes S, M, L, XL2 colours');

  await press(page, link(page, 'Indigo Selvedge Overshirt'));
  await expect(page).toHaveURL('/productlist/indigo-selvedge-overshirt-xl');
  await expectArrival(page, 'Indigo Selvedge Overshirt');
  await expectNoAxeViolations(page);
  const large = sizes(page).getByRole('link', { name: 'L', exact: true });
  await tabTo(page, large);
  const { y: before } = (await large.boundingBox()) ?? { y: 0 };
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/productlist/indigo-selvedge-overshirt-l');
  await expect(large).toBeFocused();
  await expect(large).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Size: L')).toBeVisible();
  expect((await large.boundingBox())?.y).toBe(before);

  await press(page, colours(page).getByRole('link', { name: /^Walnut/ }), 'Enter');
  await expect(page).toHaveURL('/productlist/walnut-selvedge-overshirt-l');
  await expect(page).toHaveTitle('Walnut Selvedge Overshirt · Patchwork');
  await expect(
    page.getByRole('img', { name: 'Walnut Selvedge Overshirt', exact: true }),
  ).toBeVisible();
  await expect(button(page, 'Out of Stock')).toBeDisabled();
  await expect(button(page, 'Tell me when it is back')).toBeVisible();
  expect(await layoutShift(page)).toBeLessThan(0.02);

  await page.goBack();
  await expect(page).toHaveURL('/productlist/indigo-selvedge-overshirt-l');
  await expect(page).toHaveTitle('Indigo Selvedge Overshirt · Patchwork');
  await press(page, button(page, 'Add to Cart').first());
  await expect(link(page, 'Go to Cart')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectArrival(page, 'My Cart');
  await expect(page.getByRole('main')).toContainText('Indigo Selvedge Overshirt');
  await expect(page.getByRole('main')).toContainText('Size: L');
});
