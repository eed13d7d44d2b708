import type { Page } from '@playwright/test';
import { addressCards, ravis, storeAddress } from './address-steps.ts';
import {
  addAddress,
  button,
  card,
  expectArrival,
  link,
  press,
  pressInHeader,
  tabTo,
} from './keyboard-steps.ts';
import { nila } from './session-steps.ts';
import { expect, onlyInAll, test } from './support.ts';

/** Goes on to the next field and types. */
async function tabAndType(page: Page, text: string) {
  await page.keyboard.press('Tab');
  await page.keyboard.type(text);
}

async function lookAtPassword(page: Page): Promise<void> {
  const password = page.getByLabel('Password', { exact: true });
  await press(page, button(page, 'Show password'), 'Space');
  await expect(password).toHaveAttribute('type', 'text');
  await expect(button(page, 'Hide password')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(password).toHaveAttribute('type', 'password');
  await expect(button(page, 'Show password')).toBeFocused();
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
  await tabAndType(page, 'loom');
  await press(page, button(page, 'Sign up'));
  await expect(page.getByLabel('Confirm password')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(nila.password);
  await page.keyboard.press('Enter');
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
  await page.keyboard.press('Home');
  await expect(page).toHaveURL('/profile');
  await page.keyboard.press('End');
  await expect(page).toHaveURL('/profile?tab=ADDRESSES');
}

async function changeAddresses(page: Page): Promise<void> {
  const addNew = button(page, 'Add New Address');
  // The address follows the key at once, the panel a moment later.
  await expect(addNew).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(addNew).toBeFocused();
  await page.keyboard.press('Enter');
  await press(page, button(page, 'Cancel'));
  await expect(addNew).toBeFocused();
  await addAddress(page, ravis);

  const edit = card(page, 'Ravi Iyer').getByRole('button', { name: /^Edit/ });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await press(page, button(page, 'Cancel'));
  await expect(edit).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: 'City' }));
  await page.keyboard.type('Thrissur');
  await page.keyboard.press('Enter');
  await expect(card(page, 'Thrissur, Kerala').getByRole('button', { name: /^Edit/ })).toBeFocused();

  await press(page, card(page, 'Ravi Iyer').getByRole('button', { name: /^Delete/ }));
  await expect(addressCards(page)).toHaveCount(1);
  await expect(addressCards(page).getByRole('button', { name: /^Edit/ })).toBeFocused();
  await press(page, button(page, /^Delete/));
  await expect(page.getByText('You have no addresses yet.')).toBeVisible();
  await expect(addNew).toBeFocused();
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
  await lookAtPassword(page);
  await press(page, button(page, 'Login'));
  await expectArrival(page, 'The collection');
}

for (const width of [390, 768, 1440]) {
  test(
    `sign up, keep addresses, log out and in, by keyboard alone at ${width} px`,
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
