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
import { expect, logInAsGuest, onlyInAll } from './support.ts';

test('an empty shop, a sold-out one and the sample again, each with one click', async ({
  page,
}) => {
  await page.goto('/productlist');
  await openDevtools(page);
  await chooseTab(page, 'Mock');
  await play(page, 'Empty shop');
  await expect(page.getByText('The shelves are empty just now.')).toBeVisible();
  await play(page, 'Out of stock');
  await expect(products(page)).toHaveCount(14);
  await expect(page.getByRole('button', { name: 'Out of Stock' })).toHaveCount(14);
  await expect(page.getByRole('button', { name: 'Add to Cart' })).toHaveCount(0);
  await play(page, 'Sample shop');
  await expect(page.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible();
});

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
  const search = page.getByRole('searchbox').filter({ visible: true });
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

test(
  'an expired session ends with the next call that needs it, and the page says so',
  onlyInAll(),
  async ({ page }) => {
    await logInAsGuest(page);
    await openDevtools(page);
    await chooseTab(page, 'Mock');
    await play(page, 'Expired session');
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  },
);

test(
  'a slow network delays each response, a flaky one fails some',
  onlyInAll(),
  async ({ page, expectConsole }) => {
    expectConsole(/Loading .* failed/);
    await page.goto('/productlist');
    await expect(products(page)).toHaveCount(14);
    await openDevtools(page);
    await chooseTab(page, 'Mock');
    await play(page, 'Slow network');
    await expect(panel(page).getByRole('slider', { name: 'Delay of every response' })).toHaveValue(
      '3000',
    );
    await page.reload();
    await expect(products(page)).toHaveCount(14);
    await chooseTab(page, 'Requests');
    const slow = /^GET \/api\/products 200 \S+ [3-9][.\d]*\ss/;
    await expect(panel(page).getByRole('button', { name: slow }).first()).toBeVisible();

    await chooseTab(page, 'Mock');
    await play(page, 'Flaky network');
    await expect(panel(page).getByText('GET /api/products: 33% get no response')).toBeVisible();
  },
);
