import { chooseTab, closeDevtools, openDevtools, panel, products, test } from './devtools-steps.ts';
import { expect } from './support.ts';

test('a developer finds out why the list is empty, repeats the call in the tester, and repairs it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Loading products failed/);
  await page.goto('/productlist');
  await expect(products(page)).toHaveCount(14);
  await openDevtools(page);
  await chooseTab(page, 'Mock');
  await panel(page).getByRole('textbox', { name: 'Seed of the failures' }).fill('7');
  const rate = panel(page).getByRole('slider', { name: 'How many of GET /api/products fail' });
  await rate.fill('50');
  await expect(panel(page).getByText('GET /api/products: 50% get status 500')).toBeVisible();

  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' });
  await page.reload();
  await expect(retry).toBeVisible();
  await expect(products(page)).toHaveCount(0);

  await chooseTab(page, 'Requests');
  await panel(page).getByRole('checkbox', { name: 'Failed only' }).check();
  await panel(page)
    .getByRole('button', { name: /^GET \/api\/products 500 / })
    .first()
    .click();
  const call = panel(page).getByRole('region', { name: 'Chosen call' });
  await expect(call.getByRole('heading', { name: 'GET /api/products' })).toBeVisible();
  await expect(call.getByText(/^By /)).toBeVisible();
  const failed = call.getByRole('region', { name: 'Response' });
  await expect(failed).toContainText('500 Internal Server Error');
  await failed.getByText('Headers').click();
  await expect(failed).toContainText('x-mock-failure');
  await expect(failed).toContainText('listProducts');

  await call.getByRole('link', { name: 'Open in the tester' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Request tester' })).toBeVisible();
  await closeDevtools(page);
  await expect(page.getByPlaceholder('Enter your endpoint')).toHaveValue('/api/products');
  const response = page.getByRole('region', { name: 'Response' });
  const result = response.getByText(/^(200 OK|500 Internal Server Error)$/);
  const sent = page.getByRole('region', { name: 'History' }).getByRole('listitem');
  // Half of them fail: a few attempts show both outcomes.
  const seen = new Set<string>();
  for (let attempt = 0; attempt < 8 && seen.size < 2; attempt += 1) {
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(sent).toHaveCount(attempt + 1);
    await expect(result).toBeVisible();
    seen.add((await result.textContent()) ?? '');
  }
  expect([...seen].sort()).toEqual(['200 OK', '500 Internal Server Error']);

  await page.goBack();
  await expect(page).toHaveURL('/productlist');
  await openDevtools(page);
  await chooseTab(page, 'Mock');
  await panel(page).getByRole('button', { name: 'Let nothing fail' }).click();
  await expect(panel(page).getByText('Nothing fails on purpose.')).toBeVisible();
  await expect(products(page).first().or(retry)).toBeVisible();
  if (await retry.isVisible()) await retry.click();
  await expect(products(page)).toHaveCount(14);
});
