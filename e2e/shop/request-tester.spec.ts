import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, logInAsGuest } from '../support.ts';
import { longestTask, test } from './devtools-steps.ts';

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

/** Number of entries, and size of their responses: a recording of 34 MB. */
const ENTRIES = 3_200;
const RESPONSE_BYTES = 10_000;

const recording = (): string => {
  const text = 'x'.repeat(RESPONSE_BYTES);
  const entries = Array.from({ length: ENTRIES }, (_, index) => ({
    startedDateTime: '2026-01-31T12:00:00.000Z',
    request: {
      method: index % 2 === 0 ? 'GET' : 'POST',
      url: `https://a.example/items/${index}`,
      headers: Array.from({ length: 12 }, (_header, at) => ({
        name: `X-${at}`,
        value: `${index}`,
      })),
      ...(index % 2 === 1 && {
        postData: { mimeType: 'application/json', text: `{"n":${index}}` },
      }),
    },
    response: { status: 200, content: { mimeType: 'text/plain', text } },
  }));
  return JSON.stringify({ log: { version: '1.2', entries } });
};

test('a recording of 34 MB is imported beside the page, which stays usable; Cancel ends it', async ({
  page,
}, testInfo) => {
  await page.goto('/mockman');
  await page.getByText('Import requests').click();
  const area = page.getByRole('form', { name: 'Import' });
  const file = page.getByLabel('Import a file');
  const large = testInfo.outputPath('shop.har');
  await writeFile(large, recording());
  const longest = await longestTask(page, async () => {
    await file.setInputFiles(large);
    await expect(area.getByRole('progressbar')).toBeVisible();
    await area.getByRole('button', { name: 'Cancel' }).click();
    await expect(area.getByRole('progressbar')).toBeHidden();
    await expect(page.getByText(/requests found/)).toBeHidden();

    await file.setInputFiles(large);
    await expect(page.getByText(`${ENTRIES} requests found.`)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a request' }).fill('post 3199');
    await page.getByRole('button', { name: 'Use POST https://a.example/items/3199' }).click();
    await expect(page.getByRole('textbox', { name: 'Body:' })).toHaveValue('{"n":3199}');
  });
  // Without the worker it is seconds. On a quiet machine it is less than 100 ms.
  expect(longest).toBeLessThan(1_000);
});
