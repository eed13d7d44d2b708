import type { Page } from '@playwright/test';
import { expect, logInAsGuest } from '../support.ts';
import { test } from './devtools-steps.ts';

const endpoint = (page: Page) => page.getByPlaceholder('Enter your endpoint');
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const history = (page: Page) => page.getByRole('region', { name: 'History' });

test('a developer tries a protected call: suggestion, token, views, history, and an unknown path', async ({
  page,
}) => {
  await logInAsGuest(page);
  await page.goto('/mockman');
  await expect(response(page)).toContainText('Response is undefined.');
  await expect(page.locator('datalist option[value="/api/user/cart"]')).toHaveCount(1);

  await page.getByLabel('Method').selectOption('POST');
  await endpoint(page).fill('/api/user/cart');
  const body = page.getByRole('textbox', { name: 'Body:' });
  await page.getByRole('button', { name: 'Use POST /api/user/cart', exact: true }).click();
  await expect(endpoint(page)).toBeFocused();
  await expect(body).toHaveValue(/"product"/);
  await page.keyboard.press('Control+Enter');
  await expect(response(page)).toContainText('401 Unauthorized');

  await page.getByRole('button', { name: 'Use my session token' }).click();
  await expect(page.getByRole('group', { name: 'Headers (2)' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name of header 2' })).toHaveValue(
    'authorization',
  );
  await body.focus();
  await page.keyboard.press('Control+Enter');
  await expect(response(page)).toContainText('201 Created');
  await expect(response(page)).toContainText(/\d\sm?s, [\d.]+ (?:bytes|kB)/);
  await response(page).getByRole('tab', { name: 'Raw' }).click();
  await expect(response(page).getByRole('region', { name: 'Text of the response' })).toContainText(
    /^\{"cart":\[\{.*"_id":"indigo-selvedge-overshirt"/,
  );

  await page.reload();
  await expect(history(page).getByRole('listitem')).toHaveCount(2);
  await history(page)
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: 'Resend POST /api/user/cart' })
    .click();
  await expect(response(page)).toContainText('201 Created');
  await expect(history(page).getByRole('listitem')).toHaveCount(3);

  await endpoint(page).fill('/api/user/crt');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(response(page)).toContainText(/Mirage: Your app tried to POST '\/api\/user\/crt'/);
});
