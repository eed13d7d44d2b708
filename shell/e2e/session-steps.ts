import { expect, type Page } from '@playwright/test';
import type { Target } from './shop-target.ts';

const EIGHT_DAYS_MS = 8 * 24 * 60 * 60 * 1000;

/** The token that the page keeps, as someone who looks into the browser's storage reads it. */
export const readToken = (page: Page): Promise<string> =>
  page.evaluate(() => localStorage.getItem('userToken') ?? '');

/** Ends the page's session without its knowledge. Tokens last seven days; the mock's clock is the page's. */
export async function endSession(page: Page, target: Target): Promise<void> {
  if (target === 'the mock') return page.clock.setFixedTime(Date.now() + EIGHT_DAYS_MS);
  await page.request.post('/api/auth/logout', {
    headers: { authorization: await readToken(page) },
  });
}

export const nila = { email: 'nila@patchwork.example', password: 'loom and needle' };

/** Ends on the product list. */
export async function signUp(page: Page): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Name').fill('Nila Menon');
  await page.getByLabel('Email').fill(nila.email);
  await page.getByLabel('Password', { exact: true }).fill(nila.password);
  await page.getByLabel('Confirm password').fill(nila.password);
  await page.getByRole('button', { name: /sign ?up/i }).click();
  await expect(page).toHaveURL('/productlist');
}

/** Fills the login form in and sends it. */
export async function submitLogin(page: Page, { email, password }: typeof nila): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** From the login page to the product list. */
export async function logIn(page: Page): Promise<void> {
  await submitLogin(page, nila);
  await expect(page).toHaveURL('/productlist');
}

export async function logOut(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByText('You are successfully logged out')).toBeVisible();
}
