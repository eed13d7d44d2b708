import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { expect } from '../support.ts';
import { chooseTab, openDevtools, panel, play, test } from './devtools-steps.ts';

const hashBegin = '#reproduce=';

function contentOf(link: string): Record<string, unknown> {
  const [, payload = ''] = link.split(hashBegin);
  return JSON.parse(gunzipSync(Buffer.from(payload, 'base64url')).toString());
}

const outOfStock = (page: Page) => page.getByRole('button', { name: 'Out of Stock' });

test('a link recreates the state for another developer; an invalid one changes nothing', async ({
  page,
  browser,
}) => {
  await page.goto('/mockman?method=POST&endpoint=/api/user/cart&body={"product":{"_id":"x"}}');
  await expect(page.getByPlaceholder('Enter your endpoint')).toHaveValue('/api/user/cart');
  await openDevtools(page);
  await chooseTab(page, 'Mock');
  await play(page, 'Out of stock');
  await panel(page).getByRole('textbox', { name: 'Seed of the failures' }).fill('271');
  await panel(page).getByRole('slider', { name: 'How many of GET /api/user/cart fail' }).fill('40');
  await panel(page).getByRole('slider', { name: 'Delay of every response' }).fill('200');
  await chooseTab(page, 'Reproduce');
  await panel(page).getByRole('checkbox', { name: 'The tester’s draft' }).check();
  const field = panel(page).getByRole('textbox', { name: 'Reproduction link' });
  // The link is packed a moment after a choice.
  await expect(field).toHaveValue(/#reproduce=./);
  await expect.poll(async () => contentOf(await field.inputValue())).toHaveProperty('draft');
  const link = await field.inputValue();

  const context = await browser.newContext();
  const second = await context.newPage();
  const heard: string[] = [];
  second.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) heard.push(message.text());
  });
  await second.goto('/productlist');
  await expect(outOfStock(second)).toHaveCount(3);
  const offer = panel(second).getByRole('region', { name: 'This address is a reproduction link' });
  await second.evaluate((hash) => location.assign(hash), new URL(link.slice(0, -40)).hash);
  await expect(offer.getByRole('alert')).toContainText('This link is damaged');
  await expect(offer.getByRole('button', { name: 'Apply' })).toHaveCount(0);
  await offer.getByRole('button', { name: 'Dismiss' }).click();
  await expect(offer).toHaveCount(0);
  await expect(second).toHaveURL('/productlist');
  await expect(outOfStock(second)).toHaveCount(3);

  await second.goto(link);
  await expect(offer).toContainText('Out of stock');
  await expect(offer).toContainText('271');
  await expect(offer).toContainText('GET /api/user/cart: 40% get status 500');
  await expect(offer).toContainText('POST /api/user/cart');
  await offer.getByRole('button', { name: 'Apply' }).click();
  await expect(second).toHaveURL('/mockman');
  await expect(second.getByLabel('Method')).toHaveValue('POST');
  await expect(second.getByPlaceholder('Enter your endpoint')).toHaveValue('/api/user/cart');
  await expect(second.getByRole('textbox', { name: 'Body:' })).toHaveValue(/"_id": ?"x"/);
  await second.getByRole('link', { name: 'Shop Now' }).click();
  await expect(outOfStock(second)).toHaveCount(14);
  await openDevtools(second);
  await chooseTab(second, 'Mock');
  await expect(panel(second).getByRole('textbox', { name: 'Seed of the failures' })).toHaveValue(
    '271',
  );
  await expect(panel(second).getByRole('slider', { name: 'Delay of every response' })).toHaveValue(
    '200',
  );
  await expect(panel(second).getByText('GET /api/user/cart: 40%')).toBeVisible();
  expect(heard).toEqual([]);
  await context.close();
});
