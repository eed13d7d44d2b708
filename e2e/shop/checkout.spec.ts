import {
  addToCart,
  atCheckout,
  endSession,
  expectPlaced,
  fillAddress,
  goToCheckout,
  logIn,
  logOut,
  orders,
  pay,
  payment,
  placeOrder,
  ravis,
  signUp,
} from '../shopper-steps.ts';
import { expect, logInAsGuest, test } from '../support.ts';

test('a guest buys, and finds the order in the list', { tag: '@buying' }, async ({ page }) => {
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  await addToCart(page, 'Patch-Pocket Dungarees');
  await goToCheckout(page);
  await expect(page.getByRole('row', { name: 'Total Price ₹2,898' })).toBeVisible();

  await placeOrder(page).click();
  await expect(page.getByText('Please select adress!')).toBeVisible();
  await page.getByRole('radio').first().check();
  await placeOrder(page).click();
  await expect(payment(page)).toContainText('₹2,898');
  await expect(payment(page)).toContainText('No money moves');
  await payment(page).getByRole('button', { name: 'Pay successfully', exact: true }).click();

  await expect(page.getByText('Order has been placed successfully!!')).toBeVisible();
  await expectPlaced(page);
  await expect(page.getByText('Thank you for shopping with us')).toBeVisible();
  await expect(page.getByRole('row', { name: /Chikankari Tunic/ })).toBeVisible();
  await page.reload();
  await expectPlaced(page);

  await page.getByRole('link', { name: 'All your orders' }).click();
  await expect(orders(page)).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByText(/^sim_/)).toBeVisible();
});

test('sign up, add an address, buy, log out, log in: the order is still there', {
  tag: ['@buying', '@postgres'],
}, async ({ page }) => {
  await signUp(page);
  await addToCart(page, 'Chikankari Tunic');
  await goToCheckout(page);
  // A new account has no address on the API, and the form is there; on the mock it has the sample address.
  const add = page.getByRole('button', { name: 'Add New Address' });
  await expect(add.or(page.getByRole('form', { name: 'New address' }))).toBeVisible();
  if (await add.isVisible()) await add.click();
  await fillAddress(page, { ...ravis, 'House number': '4', Street: 'Spindle Road' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('radio', { name: /Spindle Road/ })).toBeChecked();
  await pay(page, 'Pay, and call back twice');
  await expectPlaced(page);
  await expect(page.getByText('4, Spindle Road')).toBeVisible();

  await logOut(page);
  await page.goto('/orders');
  await expect(page).toHaveURL('/login');
  await logIn(page);
  await page.goto('/orders');
  await expect(orders(page)).toHaveCount(1);
  await expect(page.getByText('4, Spindle Road')).toBeVisible();
});

test('a session that expires at checkout loses neither the cart nor the address book', async ({
  page,
  expectConsole,
  target,
}) => {
  expectConsole(/401|token is invalid/);
  await atCheckout(page);
  await endSession(page, target);
  await placeOrder(page).click();
  await expect(page.getByText('Please login to continue!')).toBeVisible();
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL('/productlist');
  await goToCheckout(page);
  await page.getByRole('radio').first().check();
  await pay(page, 'Pay successfully after');
  await expectPlaced(page);
});
