import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
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

test('a wide response is shown at once, with its numbers as they came, and its groups open one by one', async ({
  page,
  open,
}) => {
  const wide = Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`key${at}`, at]));
  const objects = Array.from({ length: 2_000 }, (_, id) => ({ id, name: `n${id}`, ok: true }));
  const server = await open((_, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('content-type', 'application/json');
    response.end(
      `{"order":4634343214213523454,"price":1.00,"wide":${JSON.stringify(wide)},"objects":${JSON.stringify({ ...objects })}}`,
    );
  });
  await page.goto('/mockman');
  await endpoint(page).fill(`${server.url}/wide`);
  const body = response(page).getByRole('group', { name: 'Response body' });
  const start = Date.now();
  const longest = await longestTask(page, async () => {
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(body).toContainText('"order":4634343214213523454"price":1.00');
    await body.getByRole('button', { name: 'key10000 … key19999' }).click();
    await body.getByRole('button', { name: 'key19900 … key19999' }).click();
    await expect(body).toContainText('"key19999":19999');
    await body.getByRole('button', { name: '1900 … 1999' }).click();
    await expect(body.getByRole('button', { name: '1999', exact: true })).toBeVisible();
  });
  // With all rows open it is minutes. It is less than 100 ms on a quiet machine, but 1.8 s at half of one processor.
  expect(longest).toBeLessThan(5_000);
  expect(Date.now() - start).toBeLessThan(40_000);
});

test('an event stream is shown as it arrives, on the mock too, and Cancel keeps what has arrived', async ({
  page,
  open,
}) => {
  let isClosed = false;
  let write: (part: string) => void = () => undefined;
  const server = await open((request, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    write = (part) => response.write(part);
    write('event: order\nid: 1\ndata: {"status":"packed"}\n\n');
    request.on('close', () => {
      isClosed = true;
    });
  });
  await page.goto('/mockman');
  await endpoint(page).fill(`${server.url}/events?access_token=S1`);
  await page.getByRole('button', { name: 'Submit' }).click();
  const log = response(page).getByRole('log', { name: 'Events' });
  await expect(log.getByRole('listitem')).toHaveText([/, order, id 1.*packed/]);
  write('data: on its way\n\n');
  await expect(log).toContainText('on its way');
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(response(page)).toContainText('Ended early: Request aborted.');
  await expect(log.getByRole('listitem')).toHaveCount(2);
  await expect.poll(() => isClosed).toBe(true);
  const stored = await page.evaluate(() => localStorage.getItem('patchwork:tester-history'));
  expect(stored).toContain('access_token=');
  expect(stored).not.toContain('S1');
});

test('a file is saved as it was received', async ({ page, open }) => {
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 255, 254, 10]);
  const server = await open((_, response) => {
    response.setHeader('access-control-allow-origin', '*');
    response.writeHead(200, { 'content-type': 'image/png' });
    response.end(bytes);
  });
  await page.goto('/mockman');
  await endpoint(page).fill(`${server.url}/swatch`);
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(response(page)).toContainText('Not text: image/png, 8 bytes.');
  const saved = page.waitForEvent('download');
  await response(page).getByRole('button', { name: 'Save' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('swatch.png');
  expect(await readFile(await download.path())).toEqual(bytes);
});

test('the catalogue’s own request files are opened, sent to the mock, and pass', async ({
  page,
}) => {
  const folder = path.resolve(import.meta.dirname, '../../mfe-catalog/requests');
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  await page.goto('/mockman');
  await page.getByText('Request files', { exact: true }).click();
  await page.getByLabel(/^Open request files/).setInputFiles(files);
  await page.getByRole('textbox', { name: 'productId' }).fill('puddle-raincoat');
  await page.getByRole('textbox', { name: 'category' }).fill('KIDS');
  await page.getByRole('textbox', { name: 'maxPrice' }).fill('4000');
  await page.getByRole('button', { name: `Send ${files.length} requests and check` }).click();
  await expect(page.getByText(`${files.length} requests sent, none failed.`)).toBeVisible();
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
