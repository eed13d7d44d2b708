import { expect, type Page } from '@playwright/test';
import { logInAsGuest } from './support.ts';

/** From the product list. */
export async function addToCart(page: Page, title: string) {
  const card = page.getByRole('article', { name: title });
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

/** The browser itself reports that the bank declined, where the answer comes over the network. */
export const declinedReport = /422.*\/api\/simulator\//;

export const openPayment = (page: Page) =>
  page.getByRole('region', { name: 'A payment is still open' });

export const orders = (page: Page) => page.getByRole('article', { name: /^Order of/ });

/** From the product list to checkout with these pieces, the first address chosen. */
export async function checkOut(page: Page, ...titles: string[]) {
  for (const title of titles) await addToCart(page, title);
  await goToCheckout(page);
  await page.getByRole('radio').first().check();
}

/** A guest at checkout with one tunic, the first address chosen. */
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
