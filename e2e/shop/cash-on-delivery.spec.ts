import { button, press, tabTo } from '../keyboard-steps.ts';
import { expectSound } from '../screen-steps.ts';
import { addToCart, expectPlaced, goToCheckout, orders } from '../shopper-steps.ts';
import { expect, logInAsGuest } from '../support.ts';
import { chooseTab, closeDevtools, openDevtools, play, test } from './devtools-steps.ts';

test('a shopper pays on delivery, by the keyboard, to a PIN code that is served', async ({
  page,
}) => {
  await page.goto('/productlist');
  await openDevtools(page);
  await chooseTab(page, 'Mock');
  await play(page, 'Delivery by PIN code');
  await closeDevtools(page);
  await logInAsGuest(page);
  await page.getByRole('link', { name: 'Chikankari Tunic' }).first().click();
  await expect(page.getByText(/by \w{3}, \d{1,2} \w+ to 560038$/)).toBeVisible();
  await page.goBack();
  await addToCart(page, 'Chikankari Tunic');
  await goToCheckout(page);

  await tabTo(page, page.getByRole('radio').first());
  await page.keyboard.press('Space');
  await expect(page.getByText(/Delivery by \w{3}, \d{1,2} \w+ to 560038$/)).toBeVisible();
  const now = page.getByRole('radio', { name: 'Pay now' });
  await expect(now).toBeChecked();
  await tabTo(page, now);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: 'Cash on delivery' })).toBeChecked();
  await expect(page.getByRole('row', { name: 'Cash on delivery ₹49' })).toBeVisible();
  await expectSound(page, 'checkout with a choice of payment');
  await press(page, button(page, 'Place Order'));

  await expectPlaced(page);
  await page.goto('/orders');
  await expect(orders(page)).toHaveCount(1);
  await expect(
    orders(page).getByRole('row', { name: /^To be paid on delivery ₹[\d,]+$/ }),
  ).toBeVisible();
});
