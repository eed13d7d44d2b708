import type { Page } from '@playwright/test';
import { ravis } from './address-steps.ts';
import { declinedReport, expectPlaced, payment, placeOrder, problem } from './checkout-steps.ts';
import {
  addAddress,
  button,
  expectArrival,
  link,
  press,
  pressInHeader,
  tabTo,
} from './keyboard-steps.ts';
import { expect, onlyInAll, test } from './support.ts';

const line = (page: Page, title: string) => page.getByRole('article', { name: title });
const titleOf = (page: Page, title: string) => line(page, title).getByRole('link', { name: title });

const first = 'Indigo Selvedge Overshirt';
const second = 'Khadi Band-Collar Kurta';
const third = 'Corduroy Work Trousers';

/** From the product list to the cart, with these pieces in it. */
async function fillCart(page: Page, ...pieces: string[]): Promise<void> {
  await expectArrival(page, 'The collection');
  for (const piece of pieces) {
    await press(page, line(page, piece).getByRole('button', { name: 'Add to Cart' }));
    await expect(line(page, piece).getByRole('link', { name: 'Go to Cart' })).toBeFocused();
  }
  await press(page, line(page, pieces.at(-1) ?? '').getByRole('link', { name: 'Go to Cart' }));
  await expectArrival(page, 'My Cart');
}

async function emptyCart(page: Page): Promise<void> {
  const quantity = page.getByRole('status', { name: `Quantity: ${first}` });
  await press(page, button(page, `Increase quantity: ${first}`));
  await expect(quantity).toHaveText('2');
  await page.keyboard.press('Shift+Tab');
  await expect(button(page, `Decrease quantity: ${first}`)).toBeFocused();
  await page.keyboard.press('Space');
  await expect(quantity).toHaveText('1');
  await page.keyboard.press('Space');
  await expect(line(page, first)).toHaveCount(0);
  await expect(titleOf(page, second)).toBeFocused();

  await press(page, line(page, second).getByRole('button', { name: 'Move to Wishlist' }));
  await expect(line(page, second)).toHaveCount(0);
  await expect(titleOf(page, third)).toBeFocused();
  await expect(link(page, 'Wishlist, 1 item')).toBeVisible();

  await press(page, line(page, third).getByRole('button', { name: 'Remove from Cart' }));
  await expectArrival(page, 'Your Cart is empty :(');
}

/** Adds a second address on the way. */
async function arriveAtCheckout(page: Page): Promise<void> {
  await press(page, link(page, 'Checkout'));
  await expectArrival(page, 'Select Address');
  await press(page, link(page, 'Add or change an address'));
  await expectArrival(page, 'My Profile');
  await tabTo(page, button(page, 'Add New Address'));
  await addAddress(page, ravis);
  await pressInHeader(page, link(page, 'Cart, 1 item'));
  await expectArrival(page, 'My Cart');
  await press(page, link(page, 'Checkout'));
  await expectArrival(page, 'Select Address');
}

async function chooseAddress(page: Page): Promise<void> {
  await press(page, placeOrder(page));
  await expect(page.getByText('Please select adress!')).toBeVisible();
  const sample = page.getByRole('radio').first();
  await expect(sample).toBeFocused();
  await page.keyboard.press('Space');
  await expect(sample).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Ravi Iyer/ })).toBeChecked();
}

async function pay(page: Page): Promise<void> {
  const outcome = (name: string) => payment(page).getByRole('button', { name, exact: true });
  await press(page, placeOrder(page));
  await expect(payment(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(problem(page)).toContainText('closed before it was made');
  await expect(placeOrder(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, outcome('Decline the payment'));
  await expect(problem(page)).toContainText('was declined');
  await expect(placeOrder(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(outcome('Pay successfully')).toBeFocused();
  await page.keyboard.press('Enter');
  await expectPlaced(page);
  await expectArrival(page, 'Your Order has been Placed Successfully');
}

for (const width of [390, 768, 1440]) {
  test(
    `sort out a cart, pay and see the order, by keyboard alone at ${width} px`,
    onlyInAll(width !== 390),
    async ({ page, expectConsole }) => {
      expectConsole(declinedReport);
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/login');
      await press(page, button(page, 'Login as Guest'));
      await fillCart(page, first, second, third);
      await emptyCart(page);
      await press(page, link(page, 'Shop the collection'));
      await fillCart(page, first);
      await arriveAtCheckout(page);
      await chooseAddress(page);
      await pay(page);
      await press(page, link(page, 'All your orders'));
      await expectArrival(page, 'My Orders');
      await tabTo(page, button(page, 'Print'));
    },
  );
}
