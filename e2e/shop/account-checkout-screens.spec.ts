import type { Page } from '@playwright/test';
import { expectSound } from '../screen-steps.ts';
import {
  addressCards,
  addToCart,
  atCheckout,
  checkOut,
  declinedReport,
  expectPlaced,
  goToCheckout,
  openPayment,
  orders,
  pay,
  payment,
  placeOrder,
  problem,
  ravis,
  saveNewAddress,
} from '../shopper-steps.ts';
import { expect, logInAsGuest, test } from '../support.ts';

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('login, signup and logout are sound at every size', async ({ page }) => {
  await page.goto('/login');
  await expect(heading(page, 'Login')).toBeVisible();
  await expectSound(page, 'login');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page.getByText('Please enter both the fields.')).toBeVisible();
  await expectSound(page, 'login with errors');

  await page.goto('/signup');
  await expect(heading(page, 'Sign up')).toBeVisible();
  await expectSound(page, 'signup');
  await page.getByRole('button', { name: 'Show password' }).click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByRole('alert')).toContainText('All fields are mandatory');
  await expectSound(page, 'signup with errors');

  await page.goto('/logout');
  await expect(heading(page, 'You are successfully logged out')).toBeVisible();
  await expectSound(page, 'logout');
});

test('the profile and its address book are sound at every size', async ({ page }) => {
  await logInAsGuest(page);
  await page.goto('/profile');
  await expect(page.getByRole('tabpanel')).toContainText('asha@patchwork.example');
  await expectSound(page, 'profile');

  await page.getByRole('tab', { name: 'ADDRESSES' }).click();
  await expect(addressCards(page)).toHaveCount(1);
  await expectSound(page, 'addresses');
  await page.getByRole('button', { name: /^Edit/ }).click();
  await expect(page.getByRole('form', { name: 'Edit address' })).toBeVisible();
  await expectSound(page, 'an address being edited');
  await page.getByRole('button', { name: 'Cancel' }).click();

  await saveNewAddress(page, { ...ravis, State: '', 'PIN code': '68200' });
  await expect(page.getByText('Please enter the state.')).toBeVisible();
  await expectSound(page, 'a new address with errors');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('You have no addresses yet.')).toBeVisible();
  await expectSound(page, 'an empty address book');
});

test('the cart is sound at every size', async ({ page }) => {
  await logInAsGuest(page);
  await page.goto('/cart');
  await expect(heading(page, 'Your Cart is empty :(')).toBeVisible();
  await expectSound(page, 'an empty cart');
  await page.goto('/productlist');
  await addToCart(page, 'Chikankari Tunic');
  await addToCart(page, 'Patch-Pocket Dungarees');
  await page.getByRole('link', { name: 'Cart, 2 items' }).click();
  await expect(heading(page, 'My Cart')).toBeVisible();
  await expectSound(page, 'a filled cart');
});

test('checkout is sound at every size', async ({ page }) => {
  await logInAsGuest(page);
  await page.goto('/checkout');
  await expect(page.getByText('Your Cart is empty :(')).toBeVisible();
  await expectSound(page, 'checkout with nothing to order');

  await page.goto('/productlist');
  await addToCart(page, 'Chikankari Tunic');
  await goToCheckout(page);
  await expectSound(page, 'checkout');
  await page.getByRole('link', { name: 'Change an address' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await goToCheckout(page);
  await expect(page.getByText('No addresses yet')).toBeVisible();
  await expect(page.getByRole('form', { name: 'New address' })).toBeVisible();
  await expectSound(page, 'checkout without addresses');
});

test('paying is sound at every size, and so is a payment left open', async ({
  page,
  expectConsole,
}) => {
  expectConsole(declinedReport);
  await atCheckout(page);
  await placeOrder(page).click();
  await expect(payment(page)).toBeVisible();
  await expectSound(page, 'the payment dialog');
  await payment(page).getByRole('button', { name: 'Decline the payment' }).click();
  await expect(problem(page)).toContainText('was declined');
  await expectSound(page, 'a declined payment');
  await pay(page, 'Pay successfully after');
  await expect(payment(page)).toContainText('thinking');
  await page.reload();
  await expect(openPayment(page)).toContainText('You are not charged again');
  await expectSound(page, 'checkout with a payment still open');
});

test('orders are sound at every size', async ({ page }) => {
  await logInAsGuest(page);
  await page.goto('/orderplaced');
  await expect(heading(page, 'No order to show')).toBeVisible();
  await expectSound(page, 'no order placed');
  await page.goto('/orders');
  await expect(page.getByText('No orders yet')).toBeVisible();
  await expectSound(page, 'no orders');
  await page.goto('/productlist');
  await checkOut(page, 'Chikankari Tunic');
  await pay(page, 'Pay, and call back twice');
  await expectPlaced(page);
  await expectSound(page, 'an order placed');
  await page.getByRole('link', { name: 'All your orders' }).click();
  await expect(orders(page)).toHaveCount(1);
  await expectSound(page, 'orders');
});
