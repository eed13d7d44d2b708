import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, expectNoAxeViolations, test } from './support.ts';

const guest = async (page: Page) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL('/productlist');
};

const addToCart = async (page: Page, title: string) => {
  const card = page.getByRole('article', { name: title });
  await card.getByRole('button', { name: 'Add to Cart' }).click();
  await expect(card.getByRole('link', { name: 'Go to Cart' })).toBeVisible();
};

const goToCheckout = async (page: Page) => {
  await page.getByRole('link', { name: /^Cart, \d+ item/ }).click();
  await page.getByRole('link', { name: 'Checkout', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Select Address' })).toBeVisible();
};

const placeOrder = (page: Page) => page.getByRole('button', { name: 'Place Order' });
const payment = (page: Page) => page.getByRole('dialog', { name: 'Simulated payment' });
const problem = (page: Page) =>
  page.getByRole('region', { name: 'Order Summary' }).getByRole('alert');

/** A guest at checkout with one tunic, the first address chosen. */
const atCheckout = async (page: Page) => {
  await guest(page);
  await addToCart(page, 'Chikankari Tunic');
  await goToCheckout(page);
  await page.getByRole('radio').first().check();
};

const pay = async (page: Page, outcome: string) => {
  await placeOrder(page).click();
  await payment(page).getByRole('button', { name: outcome }).click();
};

const expectPlaced = async (page: Page) => {
  await expect(page).toHaveURL('/orderplaced');
  await expect(
    page.getByRole('heading', { name: 'Your Order has been Placed Successfully' }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();
};

for (const [width, colorScheme] of [
  [390, 'light'],
  [768, 'dark'],
  [1440, 'light'],
] as const) {
  test.describe(`at ${width} px, ${colorScheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme });

    test('a guest buys, and finds the order again', async ({ page }) => {
      await guest(page);
      await addToCart(page, 'Chikankari Tunic');
      await addToCart(page, 'Patch-Pocket Dungarees');
      await goToCheckout(page);
      await expect(page.getByRole('row', { name: 'Total Price ₹2,898' })).toBeVisible();
      await expectNoAxeViolations(page);

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
      await expectNoAxeViolations(page);
      await page.reload();
      await expectPlaced(page);

      await page.getByRole('link', { name: 'All your orders' }).click();
      await expect(page.getByRole('article', { name: /^Order of/ })).toHaveCount(1);
      await expectNoAxeViolations(page);
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('banner')).toBeHidden();
      await expect(page.getByText(/^sim_/)).toBeVisible();
    });
  });
}

test('by keyboard alone a guest chooses an address, pays and sees the confirmation', async ({
  page,
}) => {
  await guest(page);
  await addToCart(page, 'Chikankari Tunic');
  await goToCheckout(page);
  const radio = page.getByRole('radio').first();
  for (let steps = 0; steps < 40; steps += 1) {
    if (await radio.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  await expect(radio).toBeChecked();
  for (let steps = 0; steps < 10; steps += 1) {
    if (await placeOrder(page).evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(payment(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(problem(page)).toContainText('closed before it was made');
  await expect(placeOrder(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(
    payment(page).getByRole('button', { name: 'Pay successfully', exact: true }),
  ).toBeFocused();
  await page.keyboard.press('Enter');
  await expectPlaced(page);
});

test('sign up, add an address, buy, log out, log in: the order is still there', async ({
  page,
}) => {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Nila Menon');
  await page.getByLabel('Email').fill('nila@patchwork.example');
  await page.getByLabel('Password', { exact: true }).fill('loom and needle');
  await page.getByLabel('Confirm password').fill('loom and needle');
  await page.getByRole('button', { name: /sign ?up/i }).click();
  await expect(page).toHaveURL('/productlist');

  await addToCart(page, 'Chikankari Tunic');
  await goToCheckout(page);
  await page.getByRole('link', { name: /address/ }).click();
  await expect(page.getByRole('tab', { name: 'ADDRESSES' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.getByRole('button', { name: 'Add New Address' }).click();
  const fields = {
    Name: 'Nila Menon',
    'House number': '4',
    Street: 'Spindle Road',
    City: 'Kochi',
    State: 'Kerala',
    'PIN code': '682001',
    Mobile: '9876501234',
  };
  for (const [label, value] of Object.entries(fields)) {
    await page.getByRole('textbox', { name: new RegExp(`^${label}`, 'i') }).fill(value);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await goToCheckout(page);
  await page.getByRole('radio', { name: /Spindle Road/ }).check();
  await pay(page, 'Pay, and call back twice');
  await expectPlaced(page);
  await expect(page.getByText('4, Spindle Road')).toBeVisible();

  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You are successfully logged out')).toBeVisible();
  await page.goto('/orders');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill('nila@patchwork.example');
  await page.getByLabel('Password', { exact: true }).fill('loom and needle');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/productlist');
  await page.goto('/orders');
  await expect(page.getByRole('article', { name: /^Order of/ })).toHaveCount(1);
  await expect(page.getByText('4, Spindle Road')).toBeVisible();
});

for (const [outcome, words] of [
  ['Decline the payment', 'was declined'],
  ['Close without paying', 'closed before it was made'],
] as const) {
  test(`${outcome}: back at checkout, nothing ordered, and it can be tried again`, async ({
    page,
  }) => {
    await atCheckout(page);
    await pay(page, outcome);
    await expect(problem(page)).toContainText(words);
    await expectNoAxeViolations(page);
    await expect(page.getByRole('radio').first()).toBeChecked();
    await pay(page, 'Pay successfully after');
    await expect(payment(page)).toContainText('thinking');
    await expectPlaced(page);
  });
}

test('called back twice, and clicked twice, is one order', async ({ page }) => {
  await atCheckout(page);
  await placeOrder(page).dblclick();
  await payment(page).getByRole('button', { name: 'Pay, and call back twice' }).click();
  await expectPlaced(page);
  await page.goto('/orders');
  await expect(page.getByRole('article', { name: /^Order of/ })).toHaveCount(1);
});

test('a reload in the middle of a payment that went through is not paid twice', async ({
  page,
}) => {
  await atCheckout(page);
  await pay(page, 'Pay successfully after');
  await expect(payment(page)).toContainText('thinking');
  await page.reload();
  const open = page.getByRole('region', { name: 'A payment is still open' });
  await expect(open).toContainText('You are not charged again');
  await expectNoAxeViolations(page);
  await open.getByRole('button', { name: 'Complete the order' }).click();
  await expectPlaced(page);
  await page.reload();
  await page.goto('/orders');
  await expect(page.getByRole('article', { name: /^Order of/ })).toHaveCount(1);
  await expect(page.getByRole('region', { name: 'A payment is still open' })).toHaveCount(0);
});

test('a reload in the middle of a payment that was not made is discarded', async ({ page }) => {
  await atCheckout(page);
  await placeOrder(page).click();
  await expect(payment(page)).toBeVisible();
  await page.reload();
  await page.getByRole('radio').first().check();
  await placeOrder(page).click();
  await expect(problem(page)).toContainText('A payment is still open');
  await page.getByRole('button', { name: 'Discard this payment' }).click();
  await pay(page, 'Close without paying');
  await expect(problem(page)).toContainText('closed before it was made');
});

test('a payment open in one tab is not opened again in another', async ({ page, context }) => {
  await atCheckout(page);
  await placeOrder(page).click();
  await expect(payment(page)).toBeVisible();
  const other = await context.newPage();
  await other.goto('/checkout');
  const open = other.getByRole('region', { name: 'A payment is still open' });
  await expect(open).toContainText('finish it there');
  await expect(open.getByRole('button')).toHaveCount(0);
  await payment(page).getByRole('button', { name: 'Pay successfully', exact: true }).click();
  await expectPlaced(page);
  await expect(open).toHaveCount(0);
  await other.goto('/orders');
  await expect(other.getByRole('article', { name: /^Order of/ })).toHaveCount(1);
});

test('a session that expires at checkout loses neither the cart nor the address book', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/401|token is invalid/);
  await atCheckout(page);
  // The mock's tokens last seven days.
  await page.clock.setFixedTime(Date.now() + 8 * 24 * 60 * 60 * 1000);
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

const double = `
window.opened = [];
window.Razorpay = class {
  constructor(options) { this.options = options; this.failed = []; }
  on(event, listener) { if (event === 'payment.failed') this.failed.push(listener); }
  open() { window.opened.push(this); }
  close() { this.options.modal.ondismiss(); }
};`;

test('with Razorpay configured its script is loaded at the payment, and after a failure anew', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  expectConsole(/checkout\.js/);
  const release = await openRelease();
  const scriptUrl = 'http://pay.localhost:9998/checkout.js';
  const config = { payment: { provider: 'razorpay', key: 'rzp_test_1a2b3c', scriptUrl } };
  await writeFile(path.join(release.folder, 'config.json'), JSON.stringify(config));
  let asked = 0;
  await page.route(scriptUrl, (route) => {
    asked += 1;
    return asked === 1
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: double });
  });
  await page.goto(`${release.url}/login`);
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await addToCart(page, 'Chikankari Tunic');
  await goToCheckout(page);
  expect(asked).toBe(0);
  await page.getByRole('radio').first().check();
  await placeOrder(page).click();
  await expect(problem(page)).toContainText('Razorpay could not be reached');
  await placeOrder(page).click();
  await page.waitForFunction(() => Reflect.get(window, 'opened')?.length === 1);
  const options = await page.evaluate(() => {
    const [{ options: given, failed }] = Reflect.get(window, 'opened');
    failed[0]({ error: { description: 'Your bank said no' } });
    return JSON.parse(JSON.stringify(given));
  });
  expect(options).toMatchObject({ key: 'rzp_test_1a2b3c', amount: 179900, currency: 'INR' });
  await expect(problem(page)).toContainText('Your bank said no.');
  await placeOrder(page).click();
  await page.waitForFunction(() => Reflect.get(window, 'opened')?.length === 2);
  await page.evaluate(() => {
    const { handler } = Reflect.get(window, 'opened')[1].options;
    handler({ razorpay_payment_id: 'pay_29QQoUBi66xm2f' });
    handler({ razorpay_payment_id: 'pay_29QQoUBi66xm2f' });
  });
  await expect(page.getByText('pay_29QQoUBi66xm2f')).toBeVisible();
  expect(asked).toBe(2);
});
