import type { Page } from '@playwright/test';
import {
  addAddress,
  button,
  card,
  expectArrival,
  link,
  press,
  pressInHeader,
  tabTo,
} from '../keyboard-steps.ts';
import {
  addressCards,
  expectPlaced,
  nila,
  payment,
  placeOrder,
  problem,
  ravis,
  storeAddress,
} from '../shopper-steps.ts';
import { expect, expectNoAxeViolations, layoutShift, onlyInAll, test } from '../support.ts';

for (const width of [390, 768, 1440]) {
  test(
    `from the home page to a product and back, by keyboard alone at ${width} px`,
    onlyInAll(width !== 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      await press(page, page.getByRole('link', { name: /Women/ }));
      await expectArrival(page, 'The collection');

      const filters = page.getByRole('button', { name: 'Filters' });
      if (await filters.isVisible()) {
        await press(page, filters);
        await expectNoAxeViolations(page);
      }
      await press(page, page.getByRole('checkbox', { name: 'M', exact: true }), 'Space');
      await expect(page).toHaveURL('/productlist?category=WOMEN&size=M');
      if (await page.getByRole('dialog').isVisible()) {
        await page.keyboard.press('Escape');
        await expect(filters).toBeFocused();
      }

      await press(page, link(page, 'Marigold Anarkali Dress'));
      await expect(page).toHaveURL('/productlist/marigold-anarkali-dress');
      await expectArrival(page, 'Marigold Anarkali Dress');

      await page.goBack();
      await expect(page).toHaveURL('/productlist?category=WOMEN&size=M');
      await expect(page.getByRole('article')).toHaveCount(2);
      expect(await layoutShift(page)).toBeLessThan(0.02);
    },
  );
}

for (const width of [390, 1440]) {
  test(
    `a product and a category are found through the suggestions by keyboard alone at ${width} px`,
    onlyInAll(width !== 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/');
      const search = page.getByPlaceholder('Search').filter({ visible: true });
      const options = page.getByRole('option');
      const openSearch = () =>
        width === 390 ? press(page, button(page, 'Open the search')) : tabTo(page, search);
      await openSearch();
      await page.keyboard.type('dress');
      await expect(page).toHaveURL('/productlist?search=dress');
      await expect(options).toHaveCount(2);
      await page.keyboard.press('ArrowUp');
      await expect(options.last()).toHaveAttribute('aria-selected', 'true');
      await expectNoAxeViolations(page);
      await page.keyboard.press('Escape');
      await expect(options).toHaveCount(0);
      await expect(search).toHaveValue('dress');
      await page.keyboard.type('es');
      await page.keyboard.press('Backspace');
      await page.keyboard.press('Backspace');
      await expect(options).toHaveCount(2);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expectArrival(page, 'Marigold Anarkali Dress');
      await expect(search).toHaveCount(width === 390 ? 0 : 1);
      await page.goBack();
      await expect(page).toHaveURL('/productlist?search=dress');
      await expect(page.getByRole('article')).toHaveCount(2);

      await page.goto('/');
      await openSearch();
      await page.keyboard.type('kid');
      await expect(options).toHaveText([/Kids/]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL('/productlist?category=KIDS');
      await expect(page.getByRole('article')).toHaveCount(3);
      expect(await layoutShift(page)).toBeLessThan(0.001);
    },
  );
}

test('the first Tab offers to skip to the content', async ({ page }) => {
  await page.goto('/productlist');
  await expect(page.getByRole('article')).toHaveCount(14);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  // A page that is still starting passes the focus on to its heading.
  await expect(page.locator('main:focus, main h1:focus')).toHaveCount(1);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
});

/** Moves to the next field and types. */
async function tabAndType(page: Page, text: string) {
  await page.keyboard.press('Tab');
  await page.keyboard.type(text);
}

async function lookAtPassword(page: Page): Promise<void> {
  const password = page.getByLabel('Password', { exact: true });
  await press(page, button(page, 'Show password'), 'Space');
  await expect(password).toHaveAttribute('type', 'text');
  await expect(button(page, 'Hide password')).toBeFocused();
}

async function signUp(page: Page): Promise<void> {
  await page.goto('/');
  await press(page, link(page, 'Login'));
  await expectArrival(page, 'Login');
  await press(page, link(page, 'Sign up'));
  await expectArrival(page, 'Sign up');
  await tabTo(page, page.getByLabel('Name'));
  await page.keyboard.type('Nila Menon');
  await tabAndType(page, nila.email);
  await tabAndType(page, nila.password);
  await lookAtPassword(page);
  await tabAndType(page, nila.password);
  await press(page, button(page, 'Sign up'));
  await expectArrival(page, 'The collection');
}

async function walkTheTabs(page: Page): Promise<void> {
  await pressInHeader(page, link(page, 'Profile'));
  await expectArrival(page, 'My Profile');
  await tabTo(page, button(page, 'Log out'));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tab', { name: 'PROFILE' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'ADDRESSES' })).toBeFocused();
  await expect(page).toHaveURL('/profile?tab=ADDRESSES');
}

async function changeAddresses(page: Page): Promise<void> {
  const addNew = button(page, 'Add New Address');
  // The address follows the key at once, the panel a moment later.
  await expect(addNew).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(addNew).toBeFocused();
  await addAddress(page, ravis);
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Cancel'));
  await expect(card(page, 'Ravi Iyer').getByRole('button', { name: /^Edit/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'City' }));
  await page.keyboard.type('Thrissur');
  await page.keyboard.press('Enter');
  await expect(card(page, 'Thrissur, Kerala').getByRole('button', { name: /^Edit/ })).toBeFocused();

  await press(page, card(page, 'Ravi Iyer').getByRole('button', { name: /^Delete/ }));
  await expect(addressCards(page)).toHaveCount(1);
  await expect(addressCards(page).getByRole('button', { name: /^Edit/ })).toBeFocused();
}

async function logOutAndIn(page: Page): Promise<void> {
  await press(page, button(page, 'Log out'));
  await expectArrival(page, 'You are successfully logged out');
  await press(page, link(page, 'Continue to Shop!'));
  await expectArrival(page, 'The collection');
  await pressInHeader(page, link(page, 'Login'));
  await expectArrival(page, 'Login');
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(nila.email);
  await tabAndType(page, nila.password);
  await press(page, button(page, 'Login'));
  await expectArrival(page, 'The collection');
}

for (const width of [390, 768, 1440]) {
  // In Firefox, Tab doesn’t return from the browser’s own controls.
  test(
    `sign up, keep addresses, log out and in, by keyboard alone at ${width} px @chromium`,
    onlyInAll(width !== 1440),
    async ({ page, target }) => {
      await page.setViewportSize({ width, height: 900 });
      await signUp(page);
      if (target !== 'the mock') await storeAddress(page);
      await walkTheTabs(page);
      await changeAddresses(page);
      await logOutAndIn(page);
    },
  );
}

const line = (page: Page, title: string) => page.getByRole('article', { name: title });

const first = 'Indigo Selvedge Overshirt';
const second = 'Corduroy Work Trousers';

/** Goes from the product list to the cart, with these pieces in it. */
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
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(line(page, first)).toHaveCount(0);
  await expect(line(page, second).getByRole('link', { name: second })).toBeFocused();

  // Any press within half a second counts as a repetition.
  await page.waitForTimeout(500);
  await press(page, line(page, second).getByRole('button', { name: 'Move to Wishlist' }));
  await expectArrival(page, 'Your Cart is empty :(');
}

/** Goes from the cart to checkout, and adds a second address on the way. */
async function arriveAtCheckout(page: Page): Promise<void> {
  await press(page, link(page, 'Checkout'));
  await expectArrival(page, 'Select Address');
  await press(page, button(page, 'Add New Address'));
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  for (const text of Object.values(ravis)) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await expect(button(page, 'Save')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: /Ravi Iyer/ })).toBeFocused();
}

async function chooseAddress(page: Page): Promise<void> {
  const sample = page.getByRole('radio').first();
  await page.keyboard.press('ArrowUp');
  await expect(sample).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('radio', { name: /Ravi Iyer/ })).toBeChecked();
}

async function pay(page: Page): Promise<void> {
  const outcome = payment(page).getByRole('button', { name: 'Pay successfully', exact: true });
  await press(page, placeOrder(page));
  await expect(payment(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(problem(page)).toContainText('closed before it was made');
  await expect(placeOrder(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(outcome).toBeFocused();
  await page.keyboard.press('Enter');
  await expectPlaced(page);
  await expectArrival(page, 'Your Order has been Placed Successfully');
}

for (const width of [390, 768, 1440]) {
  test(
    `change a cart, pay and see the order, by keyboard alone at ${width} px`,
    onlyInAll(width !== 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/login');
      await press(page, button(page, 'Login as Guest'));
      await fillCart(page, first, second);
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
