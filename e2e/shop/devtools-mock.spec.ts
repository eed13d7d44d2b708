import { addToCart } from '../shopper-steps.ts';
import { expect, logInAsGuest } from '../support.ts';
import {
  chooseTab,
  closeDevtools,
  leastHeight,
  longestTask,
  openDevtools,
  panel,
  play,
  products,
  test,
} from './devtools-steps.ts';

test('a list of ten thousand products can be searched, scrolled and left', async ({ page }, {
  annotations,
}) => {
  await page.goto('/productlist');
  await openDevtools(page);
  await chooseTab(page, 'Mock');
  const all = page.getByText('10,000 products', { exact: true });
  const playing = await longestTask(page, async () => {
    await play(page, 'Huge catalogue');
    await expect(all).toBeVisible();
  });
  await closeDevtools(page);
  const search = page.getByPlaceholder('Search').filter({ visible: true });
  const typing = await longestTask(page, async () => {
    await search.pressSequentially('saffron', { delay: 60 });
    await expect(page.getByText('378 products')).toBeVisible();
    await search.fill('');
    await expect(all).toBeVisible();
  });
  // Cards out of sight are replaced later, and keep their height until then.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const firstProduct = (await products(page).first().textContent()) ?? '';
  const least = await leastHeight(page, async () => {
    await page.getByRole('radio', { name: 'Low to High' }).check();
    await expect(products(page).first()).not.toHaveText(firstProduct);
    await expect(page.locator('[data-outdated="true"]')).toHaveCount(0);
  });
  expect(least / height).toBeGreaterThan(0.97);
  const growing = await longestTask(page, async () => {
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(products(page)).toHaveCount(120);
  });
  await expect(products(page).nth(60).getByRole('link').first()).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Availabilty:')).toBeVisible();
  await page.goBack();
  await expect(products(page)).toHaveCount(120);
  await expect(products(page).nth(60)).toBeInViewport();

  const longest = { playing, typing, growing };
  annotations.push({ type: 'longest task in ms', description: JSON.stringify(longest) });
  // When the whole list was rendered, each letter took five seconds.
  for (const duration of Object.values(longest)) expect(duration).toBeLessThan(4000);
});

const titles = ['Chikankari Tunic', 'Patchwork Chore Jacket', 'Stitched Star Sweatshirt'] as const;

test('a developer goes back three requests, and the shop shows its cart of that time', async ({
  page,
}) => {
  await logInAsGuest(page);
  for (const title of titles) await addToCart(page, title);
  await page.getByRole('link', { name: 'Cart, 3 items' }).click();
  const main = page.getByRole('main');
  for (const title of titles) await expect(main.getByText(title).first()).toBeVisible();

  await openDevtools(page);
  await chooseTab(page, 'Mock');
  await chooseTab(page, 'Time travel');
  const entries = panel(page).getByRole('tabpanel', { name: 'Mock' }).locator('ol > li');
  const additions = entries.filter({ hasText: 'POST /api/user/cart' });
  await expect(additions).toHaveCount(3);
  await expect(additions.first()).toHaveAttribute('aria-current', 'true');
  await expect(additions.first()).toContainText(/Added to users › asha-rao › cart/);
  await expect(additions.first()).toContainText('stitched-star-sweatshirt');

  // A single product in the cart: two requests back.
  await additions.last().getByRole('button', { name: 'Go back to this' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await expect(main.getByText(titles[0]).first()).toBeVisible();
  await expect(main.getByText(titles[1])).toHaveCount(0);
  await expect(entries.first()).toContainText('Went back to');
  await expect(entries.first()).toContainText('Removed users');

  // Three requests back, before the first of them.
  await entries.last().getByRole('button', { name: 'Go back to this' }).click();
  await expect(main.getByText('Your Cart is empty :(')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Cart', exact: true })).toBeVisible();

  // And forward again.
  await additions.first().getByRole('button', { name: 'Go back to this' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
  await closeDevtools(page);
  await page.reload();
  await expect(page.getByRole('link', { name: 'Cart, 3 items' })).toBeVisible();
});

test('a developer finds out why the list is empty, repeats the call in the tester, and fixes it', async ({
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

test('a developer responds to a call of a real API, which survives a reload, and saves a HAR file', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  expectConsole(/503|products failed/);
  const release = await openRelease();
  const apiBaseUrl = 'http://api.localhost:9999';
  await release.configure({ apiBaseUrl, devtools: {} });
  await page.route(`${apiBaseUrl}/api/**`, (route) => {
    const json = { products: [], categories: [] };
    return route.fulfill({ headers: { 'access-control-allow-origin': '*' }, json });
  });
  await page.goto(`${release.url}/productlist`);
  await expect(page.getByText('The shelves are empty just now.')).toBeVisible();
  await openDevtools(page);
  await chooseTab(page, 'Requests');
  await expect(
    panel(page)
      .getByText(/^Script/)
      .first(),
  ).toBeVisible();
  await panel(page)
    .getByRole('button', { name: /^GET \/api\/products 200/ })
    .first()
    .click();
  await panel(page).getByRole('button', { name: 'Respond yourself' }).click();
  const editor = panel(page).getByRole('form', { name: 'Your own response' }).getByRole('textbox');
  await expect(editor).toBeFocused();
  const own = { method: 'GET', path: '/api/products', status: 503, headers: {}, delay: 50 };
  await editor.fill(JSON.stringify(own));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(panel(page).getByText(/gets your response now/)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toBeVisible();
  const download = page.waitForEvent('download');
  await panel(page).getByRole('button', { name: 'Save as HAR' }).click();
  expect((await download).suggestedFilename()).toBe('patchwork.har');
  await chooseTab(page, 'Mock');
  await panel(page)
    .getByRole('button', { name: /^Remove GET \/api\/products: 503/ })
    .click();
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('The shelves are empty just now.')).toBeVisible();
});
