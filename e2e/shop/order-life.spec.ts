import type { Locator, Page } from '@playwright/test';
import { button, expectArrival, press, tabTo } from '../keyboard-steps.ts';
import { expectSound } from '../screen-steps.ts';
import {
  checkOut,
  expectPlaced,
  logIn,
  logOut,
  nila,
  orders,
  pay,
  readToken,
  signUp,
  storeAddress,
} from '../shopper-steps.ts';
import { expect, FONT_SHIFT, layoutShift, test } from '../support.ts';
import {
  chooseTab,
  closeDevtools,
  openDevtools,
  panel,
  test as testWithDevtools,
} from './devtools-steps.ts';

const tunic = 'Chikankari Tunic';
const dungarees = 'Patch-Pocket Dungarees';

const step = (page: Page, name: string): Locator =>
  orders(page)
    .getByRole('list', { name: 'Status' })
    .getByRole('listitem')
    .filter({ hasText: name });

const line = (page: Page, title: string): Locator =>
  orders(page).getByRole('row', { name: new RegExp(title) });

const orderHeading = (page: Page): Locator => orders(page).getByRole('heading', { level: 2 });

/** Makes the mock start with the scenario 'A catalogue with sizes', and keep what happens in it. */
const startWithSizes = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const key = 'patchwork:mock-state';
    const settings = { delay: 50, seed: 2719, failures: {} };
    const value = { scenario: 'sizes', settings, difference: [], sessionsEndedAt: 0 };
    if (sessionStorage.getItem(key) === null)
      sessionStorage.setItem(key, JSON.stringify({ version: 1, value }));
  });

/** Opens the devtools with the mock's clock and mails. */
async function openClock(page: Page): Promise<void> {
  await openDevtools(page);
  await chooseTab(page, 'Mock');
  await chooseTab(page, 'Time and mails');
}

/** Lets the warehouse take its next step. */
async function passTime(page: Page): Promise<void> {
  await openClock(page);
  await button(page, 'Until the next step').click();
  await closeDevtools(page);
}

/** Opens the newest mail with this subject in the devtools. Returns the address of its link. */
async function linkInMail(page: Page, subject: string): Promise<string> {
  await openClock(page);
  const mail = panel(page).locator('details', {
    has: page.locator('summary', { hasText: subject }),
  });
  await mail.first().locator('summary').click();
  const link = mail.first().getByRole('link', { name: /#token=/ });
  const address = (await link.getAttribute('href')) ?? '';
  const button = mail.first().frameLocator('iframe').locator('a.button');
  await expect(button).toHaveAttribute('href', address);
  await expect(button).toHaveCSS('font-weight', '600');
  await closeDevtools(page);
  return address;
}

testWithDevtools(
  'recipe “A delivered order”: an order is bought, cancelled in part, delivered, and its other line exchanged, then returned by keyboard',
  { tag: '@mock' },
  async ({ page }) => {
    testWithDevtools.slow();
    await startWithSizes(page);
    await signUp(page);
    await checkOut(page, tunic, dungarees);
    await pay(page, 'Pay, and call back twice');
    await expectPlaced(page);
    await page.goto('/orders');
    await expect(orders(page)).toContainText(/PW-[0-9A-Z]{4}-[0-9A-Z]{4}/);
    await expect(step(page, 'Placed')).toHaveAttribute('aria-current', 'step');

    await press(page, button(page, /^Cancel products/));
    const choice = (title: string) => page.getByRole('checkbox', { name: title });
    await expect(page.getByRole('checkbox').first()).toBeFocused();
    await expectSound(page, 'form to cancel');
    await press(page, button(page, 'Keep the order'));
    await expect(button(page, /^Cancel products/)).toBeFocused();
    await page.keyboard.press('Enter');
    await press(page, choice(dungarees), 'Space');
    // Before the API responds: the form then closes, and on a busy machine later than half a second after the press.
    expect(await layoutShift(page)).toBeLessThan(FONT_SHIFT);
    await press(page, button(page, 'Cancel these products'));
    await expect(line(page, tunic)).toContainText('Cancelled');
    await expect(orderHeading(page)).toBeFocused();
    await expect(line(page, 'Paid back')).toContainText('₹1,799');
    await expectSound(page, 'order with a cancelled line');

    await passTime(page);
    await expect(step(page, 'Packed')).toHaveAttribute('aria-current', 'step');
    await expect(button(page, /^Cancel products/)).toHaveCount(0);
    await passTime(page);
    await expect(step(page, 'Shipped')).toHaveAttribute('aria-current', 'step');
    const parcel = orders(page).getByRole('link', { name: 'Follow it at Patchwork Parcels' });
    await expect(parcel).toHaveAttribute('href', /parcels\.patchwork\.example\/PW-/);
    await expectSound(page, 'order under way');
    await passTime(page);
    await expect(step(page, 'Delivered')).toHaveAttribute('aria-current', 'step');

    await orderHeading(page).focus();
    await press(page, button(page, /^Exchange a product/));
    await expect(page.getByRole('radio', { name: 'Size M' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Size L' })).toBeChecked();
    await expect(page.getByText(/^It costs the same\./)).toBeVisible();
    await tabTo(page, page.getByRole('combobox', { name: 'Reason' }));
    await page.keyboard.type('Too s');
    await expectSound(page, 'form to exchange');
    await press(page, button(page, 'Ask for the exchange'));
    await expect(line(page, dungarees)).toContainText(/Exchange for size L requested/);
    await expect(orderHeading(page)).toBeFocused();
    await expect(button(page, /^Withdraw the exchange/)).toBeVisible();
    await passTime(page);
    await expect(line(page, dungarees)).toContainText('is on its way');
    await passTime(page);
    await expect(line(page, dungarees)).toContainText('Exchanged: size L instead of size S');
    await expectSound(page, 'order with an exchanged line');

    await orderHeading(page).focus();
    await press(page, button(page, /^Return products/));
    await expect(choice(dungarees)).toBeFocused();
    await tabTo(page, page.getByRole('combobox', { name: 'Reason' }));
    await page.keyboard.type('Too l');
    await expectSound(page, 'form to return');
    await press(page, button(page, 'Ask to return them'));
    await expect(line(page, dungarees)).toContainText('Return requested');
    // Nothing is left to be changed, so the button is gone.
    await expect(orderHeading(page)).toBeFocused();
    await expectSound(page, 'order with a return');
  },
);

testWithDevtools(
  'an email is confirmed and a password is chosen by the links of mails, and the account is deleted',
  { tag: '@mock' },
  async ({ page }) => {
    testWithDevtools.slow();
    await signUp(page);
    await page.goto('/profile');
    await expect(page.getByText('Not confirmed')).toBeVisible();
    await expectSound(page, 'profile with an unconfirmed email');
    const confirmation = await linkInMail(page, 'Confirm your email');
    await page.goto(confirmation);
    await expect(page).toHaveURL('/confirm-email');
    await expectSound(page, 'email to confirm');
    await press(page, button(page, 'Yes, it is mine'));
    await expect(page.getByText('Thank you, your email is confirmed.')).toBeVisible();
    await expectArrival(page, 'Confirm your email');
    await page.goto('/');
    await page.goto(confirmation);
    await button(page, 'Yes, it is mine').click();
    await expect(page.getByRole('alert')).toContainText(
      'This link has expired or was already used.',
    );
    await page.goto('/profile');
    await expect(page.getByText('Confirmed', { exact: true })).toBeVisible();
    await logOut(page);

    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expectArrival(page, 'Forgot your password?');
    await expectSound(page, 'password forgotten');
    await page.getByLabel('Email').fill(nila.email);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`If there is an account with ${nila.email}`)).toBeVisible();
    await expectArrival(page, 'Forgot your password?');
    const reset = await linkInMail(page, 'Choose another password');
    const choosePassword = async (password: string) => {
      await page.goto('/');
      await page.goto(reset);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByLabel('Confirm password').fill(password);
      await press(page, button(page, 'Change password'));
    };
    await page.goto(reset);
    await expect(page).toHaveURL('/reset-password');
    await expectSound(page, 'password to choose');
    await choosePassword('needle and loom');
    await expect(page.getByText('Your password is changed.')).toBeVisible();
    await expectArrival(page, 'Choose another password');
    await choosePassword('another needle');
    await expect(page.getByRole('alert')).toContainText(
      'This link has expired or was already used.',
    );
    await expectSound(page, 'link that was used before');

    await page.goto('/login');
    await logIn(page, 'needle and loom');
    await page.goto(reset);
    await page.getByRole('link', { name: 'Ask for another one' }).click();
    await expectArrival(page, 'Forgot your password?');
    await page.goto('/profile');
    await press(page, button(page, 'Delete my account'));
    const password = page.getByLabel('Password', { exact: true });
    await expect(password).toBeFocused();
    await expectSound(page, 'account to delete');
    await press(page, button(page, 'Keep it'));
    await expect(button(page, 'Delete my account')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type(nila.password);
    expect(await layoutShift(page)).toBeLessThan(FONT_SHIFT);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('The password is incorrect.');
    await password.fill('needle and loom');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Your account is deleted.')).toBeVisible();
    await expect(page).toHaveURL('/');

    await page.goto('/login');
    await page.getByLabel('Email').fill(nila.email);
    await password.fill('needle and loom');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toContainText('not Registered');
  },
);

test('a shopper sees what the operator does with an order, and a returned line is refunded', {
  tag: ['@api', '@buying'],
}, async ({ page, otherDevice, servedShop }) => {
  await otherDevice.goto('/login');
  await otherDevice.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(otherDevice).toHaveURL('/productlist');
  await servedShop?.makeOperator('asha@patchwork.example');
  const authorization = await readToken(otherDevice);

  await signUp(page);
  await storeAddress(page);
  await checkOut(page, tunic, dungarees);
  await pay(page, 'Pay, and call back twice');
  await expectPlaced(page);
  await page.goto('/orders');
  const number = (await orders(page).getByText(/^PW-/).textContent()) ?? '';
  const change = async (action: object) => {
    const address = `/api/operator/orders/${number}`;
    const options = { headers: { authorization }, data: { action } };
    expect((await otherDevice.request.post(address, options)).status()).toBe(200);
    await page.reload();
  };
  await change({ type: 'pack' });
  await expect(step(page, 'Packed')).toHaveAttribute('aria-current', 'step');
  const trackingUrl = 'https://parcels.example/1';
  await change({ type: 'ship', carrier: 'Blue Dart', trackingUrl });
  await expect(page.getByRole('link', { name: 'Follow it at Blue Dart' })).toBeVisible();
  await change({ type: 'deliver' });
  await expect(step(page, 'Delivered')).toHaveAttribute('aria-current', 'step');

  await button(page, /^Return products/).click();
  await page.getByRole('checkbox', { name: tunic }).check();
  await page.getByRole('combobox', { name: 'Reason' }).selectOption('Too small');
  await button(page, 'Ask to return them').click();
  await expect(line(page, tunic)).toContainText('Return requested');
  await change({ type: 'acceptReturn', products: ['chikankari-tunic'] });
  await expect(line(page, tunic)).toContainText('Returned');
  await expect(line(page, 'Paid back')).toContainText('₹1,799');
});
