import { expect, type Page } from '@playwright/test';
import { logInAsGuest, type Target } from './support.ts';

const EIGHT_DAYS_MS = 8 * 24 * 60 * 60 * 1000;

/** Reads the session's token from the browser's storage; '' if there is no session. */
export const readToken = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('userToken') ?? '');

/** Ends the page's session without its knowledge. Tokens last seven days; the mock's clock is the page's. */
export async function endSession(page: Page, target: Target): Promise<void> {
  if (target === 'the mock') return page.clock.setFixedTime(Date.now() + EIGHT_DAYS_MS);
  await page.request.post('/api/auth/logout', {
    headers: { authorization: await readToken(page) },
  });
}

export const nila = { email: 'nila@patchwork.example', password: 'loom and needle' };

/** Signs up. Ends on the product list. */
export async function signUp(page: Page): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Nila Menon');
  await page.getByLabel('Email').fill(nila.email);
  await page.getByLabel('Password', { exact: true }).fill(nila.password);
  await page.getByLabel('Confirm password').fill(nila.password);
  await page.getByRole('button', { name: /sign ?up/i }).click();
  await expect(page).toHaveURL('/productlist');
}

/** Logs in on the login page. Ends on the product list. */
export async function logIn(page: Page, password = nila.password): Promise<void> {
  await page.getByLabel('Email').fill(nila.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/productlist');
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You are successfully logged out')).toBeVisible();
}

/** Ravi's address: texts by label, in the order of the fields. */
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

/** Cards of the profile's addresses, without that of a deleted one. */
export const addressCards = (page: Page) =>
  page.getByRole('tabpanel').getByRole('listitem').filter({ hasNotText: 'is deleted.' });

/** Opens the guest's profile with its addresses in view. */
export async function openAddresses(page: Page) {
  await logInAsGuest(page);
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('tab', { name: 'ADDRESSES' }).click();
  await expect(page).toHaveURL('/profile?tab=ADDRESSES');
}

export async function addToCart(page: Page, title: string) {
  const card = page.getByRole('article', { name: title, exact: true });
  await card.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(card.getByRole('link', { name: 'Go to Cart' })).toBeVisible();
}

export async function goToCheckout(page: Page) {
  await page.getByRole('link', { name: /^Cart, \d+ item/ }).click();
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Select Address' })).toBeVisible();
}

export const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
export const payment = (page: Page) => page.getByRole('dialog', { name: 'Simulated payment' });
export const problem = (page: Page) =>
  page.getByRole('region', { name: 'Order Summary' }).getByRole('alert');

/** Pattern of the browser's own message about a declined payment, which only a call over the network causes. */
export const declinedReport = /422.*\/api\/simulator\//;

export const openPayment = (page: Page) =>
  page.getByRole('region', { name: 'A payment is still open' });

export const orders = (page: Page) => page.getByRole('article', { name: /^Order of/ });

/** Goes from the product list to checkout with these products, and chooses the first address. */
export async function checkOut(page: Page, ...titles: string[]) {
  for (const title of titles) await addToCart(page, title);
  await goToCheckout(page);
  await page.getByRole('radio').first().check();
}

/** Brings a guest to checkout with one tunic, and chooses the first address. */
export async function atCheckout(page: Page) {
  await logInAsGuest(page);
  await checkOut(page, 'Chikankari Tunic');
}

export async function pay(page: Page, outcome: string) {
  await placeOrder(page).click();
  await payment(page).getByRole('button', { name: outcome }).click();
}

export async function expectPlaced(page: Page) {
  await expect(page).toHaveURL('/orderplaced');
  await expect(
    page.getByRole('heading', { name: 'Your Order has been Placed Successfully' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
}
