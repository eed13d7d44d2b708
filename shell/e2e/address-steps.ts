import { expect, type Page } from '@playwright/test';
import { readToken } from './session-steps.ts';
import { logInAsGuest } from './support.ts';

/** By label, in the order in which the fields stand. */
export const ravis = {
  Name: 'Ravi Iyer',
  'House number': 'Flat 12',
  Street: 'Loom Street',
  City: 'Kochi',
  State: 'Kerala',
  'PIN code': '682001',
  'Mobile number': '9876543210',
};

export async function fillAddress(page: Page, fields: Partial<typeof ravis>) {
  for (const [label, text] of Object.entries(fields))
    await page.getByRole('textbox', { name: label, exact: true }).fill(text);
}

export async function saveNewAddress(page: Page, fields: Partial<typeof ravis>) {
  await page.getByRole('button', { name: 'Add New Address' }).click();
  await fillAddress(page, fields);
  await page.getByRole('button', { name: 'Save' }).click();
}

/** Stores an address for a shopper of the API, who starts with none. */
export async function storeAddress(page: Page): Promise<void> {
  const address = {
    _id: 'home',
    ...{ name: 'Nila Menon', houseNumber: '4', street: 'Spindle Road', city: 'Kochi' },
    ...{ state: 'Kerala', pinCode: '682001', mobile: '9876543210' },
  };
  const response = await page.request.post('/api/user/addresses', {
    headers: { authorization: await readToken(page) },
    data: { address },
  });
  expect(response.status()).toBe(201);
}

export const addressCards = (page: Page) => page.getByRole('tabpanel').getByRole('listitem');

/** The guest's profile with its addresses in view. */
export async function openAddresses(page: Page) {
  await logInAsGuest(page);
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('tab', { name: 'ADDRESSES' }).click();
  await expect(page).toHaveURL('/profile?tab=ADDRESSES');
}
