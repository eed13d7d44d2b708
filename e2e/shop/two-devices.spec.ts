import type { Page } from '@playwright/test';
import {
  addressCards,
  addToCart,
  atCheckout,
  checkOut,
  expectPlaced,
  goToCheckout,
  logIn,
  logOut,
  orders,
  pay,
  payment,
  placeOrder,
  problem,
  ravis,
  readToken,
  saveNewAddress,
  signUp,
  storeAddress,
} from '../shopper-steps.ts';
import { expect, test } from '../support.ts';

const tunic = 'Chikankari Tunic';

async function logInOn(page: Page): Promise<void> {
  await page.goto('/login');
  await logIn(page);
}

test('orders, cart and addresses of one browser appear in the other', async ({
  page,
  otherDevice,
}) => {
  await signUp(page);
  await page.goto('/profile?tab=ADDRESSES');
  await saveNewAddress(page, ravis);
  await expect(addressCards(page)).toHaveCount(1);
  await page.goto('/productlist');
  await addToCart(page, 'Patch-Pocket Dungarees');
  await addToCart(page, tunic);
  await goToCheckout(page);
  await page.getByRole('radio', { name: /Loom Street/ }).check();
  await pay(page, 'Pay, and call back twice');
  await expectPlaced(page);
  await page.goto('/productlist');
  await addToCart(page, 'Marigold Anarkali Dress');

  await logInOn(otherDevice);
  await expect(otherDevice.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await otherDevice.goto('/orders');
  await expect(orders(otherDevice)).toHaveCount(1);
  await expect(otherDevice.getByText('Flat 12, Loom Street')).toBeVisible();
  await expect(otherDevice.getByText('₹2,898').first()).toBeVisible();
  await otherDevice.goto('/profile?tab=ADDRESSES');
  await expect(addressCards(otherDevice)).toHaveCount(1);
});

test('after a logout, a copy of the token is refused', async ({ page }) => {
  await signUp(page);
  const authorization = await readToken(page);
  const ask = async () =>
    (await page.request.get('/api/user/cart', { headers: { authorization } })).status();
  expect(await ask()).toBe(200);
  await logOut(page);
  await expect.poll(ask).toBe(401);
});

test('a shopper who is too late for the last piece is told so at checkout', async ({
  page,
  otherDevice,
  servedShop,
  expectConsole,
}) => {
  // The browser itself reports the refusal.
  expectConsole(/409.*\/api\/user\/checkouts/);
  await servedShop?.reset(1);
  await atCheckout(page);
  await signUp(otherDevice);
  await storeAddress(otherDevice);
  await checkOut(otherDevice, tunic);
  await placeOrder(otherDevice).click();
  await expect(payment(otherDevice)).toBeVisible();

  // A shopper is paying for it.
  await placeOrder(page).click();
  await expect(problem(page)).toContainText('Your order has changed');
  await expect(page.getByText(`${tunic} is out of stock.`)).toBeVisible();
  await expect(payment(page)).toHaveCount(0);
  const paid = payment(otherDevice).getByRole('button', { name: 'Pay successfully', exact: true });
  await paid.click();
  await expectPlaced(otherDevice);

  // It is sold.
  await placeOrder(page).click();
  await expect(problem(page)).toContainText('Something in your cart can’t be bought.');
  await otherDevice.goto('/productlist');
  await expect(otherDevice.getByRole('article', { name: tunic })).toContainText('Out of Stock');
});
