import type { Page } from '@playwright/test';
import {
  addressCards,
  fillAddress,
  openAddresses,
  ravis,
  saveNewAddress,
} from '../shopper-steps.ts';
import { expect, test } from '../support.ts';

const ravi = (page: Page) => addressCards(page).filter({ hasText: 'Ravi Iyer' });

test('a guest adds an address after a validation error, edits it and deletes it', {
  tag: '@buying',
}, async ({ page }) => {
  await openAddresses(page);
  await expect(addressCards(page)).toHaveCount(1);

  await saveNewAddress(page, { ...ravis, State: '', 'PIN code': '68200' });
  await expect(page.getByText('Please enter the state.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'State' })).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toHaveAccessibleDescription(
    'Please enter the PIN code: six digits, the first not 0.',
  );
  await expect(page.getByRole('textbox', { name: 'PIN code' })).toHaveValue('68200');

  await fillAddress(page, { State: 'Kerala', 'PIN code': '682001' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(ravi(page)).toContainText('Kochi, Kerala 682001');
  await expect(ravi(page).getByRole('button', { name: /^Edit/ })).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(page.getByRole('form', { name: 'Edit address' })).toBeVisible();
  await fillAddress(page, { City: 'Thrissur' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(ravi(page)).toContainText('Thrissur, Kerala 682001');

  await page.reload();
  await expect(page.getByRole('tab', { selected: true })).toHaveText('ADDRESSES');
  await expect(ravi(page)).toContainText('Thrissur, Kerala 682001');

  await addressCards(page).first().getByRole('button', { name: 'Delete' }).dblclick();
  await expect(addressCards(page)).toHaveCount(1);
  await page.reload();
  await expect(addressCards(page)).toHaveText([/Ravi Iyer/]);
});

test('a second tab shows the changes and keeps its input', async ({ page, context }) => {
  await openAddresses(page);
  const other = await context.newPage();
  await other.goto('/profile?tab=ADDRESSES');
  await other.getByRole('button', { name: /^Edit/ }).click();
  await fillAddress(other, { Street: 'Half a str' });

  await saveNewAddress(page, ravis);
  await expect(ravi(other)).toContainText('Loom Street');
  await expect(other.getByRole('textbox', { name: 'Street' })).toHaveValue('Half a str');

  await fillAddress(other, { Street: 'Dyers Lane' });
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(addressCards(page).first()).toContainText('Dyers Lane');
  await ravi(other).getByRole('button', { name: 'Delete' }).click();
  await expect(addressCards(page)).toHaveCount(1);
});
