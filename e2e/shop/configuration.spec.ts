import { expect, requestsOf, test } from '../support.ts';

test('with an API configured, the mock is not downloaded', async ({ page, openRelease }) => {
  const release = await openRelease();
  const config = { apiBaseUrl: 'http://api.localhost:9999' };
  await release.configure(config);
  const requested = requestsOf(page);
  await page.route(`${config.apiBaseUrl}/api/**`, (route) =>
    route.fulfill({
      headers: { 'access-control-allow-origin': '*' },
      json: route.request().url().endsWith('products') ? { products: [] } : { categories: [] },
    }),
  );
  await page.goto(`${release.url}/productlist`);
  await expect(page.getByText('The shelves are empty just now.')).toBeVisible();
  expect(requested).toContain(`${config.apiBaseUrl}/api/products`);
  expect(requested.filter((url) => url.includes('/mock.'))).toEqual([]);
});

test('without an API configured, the mock is a separate file', async ({ page }) => {
  const requested = requestsOf(page);
  await page.goto('/productlist');
  await expect(page.getByRole('article')).toHaveCount(14);
  await expect.poll(() => requested.filter((url) => url.includes('/mock.'))).toHaveLength(1);
});

test('an invalid configuration is reported, and no part of the shop starts', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  expectConsole(/config could not be read: apiBaseUrl: apiBaseUrl is “\/”, or an absolute URL/);
  const release = await openRelease();
  await release.configure({ apiBaseUrl: 'somewhere' });
  await page.goto(release.url);
  await expect(page.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
});

test('the request tester is a page only if the configuration has devtools', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  // The browser itself reports that the page came with status 404.
  expectConsole(/was preloaded using link preload but not used|404.*\/mockman/);
  const release = await openRelease();
  await release.configure({ devtools: {} });
  await page.goto(`${release.url}/mockman`);
  await expect(page.getByRole('heading', { name: 'Request tester' })).toBeVisible();
  await release.configure({});
  await page.goto(`${release.url}/mockman`);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});
