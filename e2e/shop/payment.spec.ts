import {
  atCheckout,
  expectPlaced,
  openPayment,
  orders,
  pay,
  payment,
  placeOrder,
  problem,
} from '../shopper-steps.ts';
import { expect, test } from '../support.ts';

test('a payment that succeeded before a reload is not charged twice', async ({ page }) => {
  await atCheckout(page);
  await pay(page, 'Pay successfully after');
  await expect(payment(page)).toContainText('thinking');
  await page.reload();
  await expect(openPayment(page)).toContainText('You are not charged again');
  await openPayment(page).getByRole('button', { name: 'Complete the order' }).click();
  await expectPlaced(page);
  await page.reload();
  await page.goto('/orders');
  await expect(orders(page)).toHaveCount(1);
  await expect(openPayment(page)).toHaveCount(0);
});

test('a payment that was not completed before a reload is discarded', async ({ page }) => {
  await atCheckout(page);
  await placeOrder(page).click();
  await expect(payment(page)).toBeVisible();
  await page.reload();
  await openPayment(page).getByRole('button', { name: 'Discard this payment' }).click();
  await pay(page, 'Close without paying');
  await expect(problem(page)).toContainText('closed before it was made');
});

test('a payment that was open during a reload is continued with its address and charged once', async ({
  page,
}) => {
  await atCheckout(page);
  await placeOrder(page).click();
  await expect(payment(page)).toBeVisible();
  await page.reload();
  await expect(openPayment(page)).toContainText('Nothing has been charged');
  await expect(page.getByRole('radio').first()).toBeChecked();
  await openPayment(page).getByRole('button', { name: 'Continue paying' }).click();
  await payment(page).getByRole('button', { name: 'Pay, and call back twice' }).click();
  await expectPlaced(page);
  await page.goto('/orders');
  await expect(orders(page)).toHaveCount(1);
});

test('a payment that is open in one tab is not opened again in another', async ({
  page,
  context,
}) => {
  await atCheckout(page);
  await placeOrder(page).click();
  await expect(payment(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/checkout');
  const open = openPayment(other);
  await expect(open).toContainText('finish it there');
  await expect(open.getByRole('button')).toHaveCount(0);
  await payment(page).getByRole('button', { name: 'Pay successfully', exact: true }).click();
  await expectPlaced(page);
  await expect(open).toHaveCount(0);
  await other.goto('/orders');
  await expect(orders(other)).toHaveCount(1);
});

test('going back during a payment closes its dialog, and the cart gets the focus', async ({
  page,
}) => {
  await atCheckout(page);
  await placeOrder(page).click();
  await expect(payment(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'My Cart' })).toBeFocused();
  await expect(payment(page)).toHaveCount(0);
});
