import { serve } from '@patchwork/release';
import type { Page } from '@playwright/test';
import { alive, headingsSeen, holdScript, recordHeadings } from './prerendered-steps.ts';
import { release } from './release-folder.ts';
import { expect, hold, layoutShift, requestsOf, test } from './support.ts';

const path = '/productlist/puddle-raincoat';
const title = 'Puddle Raincoat';
/** Heading of the product, by which its first words are found in the HTML. */
const words = `>${title}</h1>`;

/** Chromium's note on a file that is fetched ahead and waits for what is held back. */
const waitingFile = /was preloaded using link preload but not used/;

/** The page has had time for all that waits for nothing but itself. */
const whenIdle = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise((next) => requestIdleCallback(next));
  });

test('a product’s name and picture are there before any script of a piece, and nothing moves', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  await recordHeadings(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const runShop = await holdScript(page, 'mfe-catalog');
    const response = await page.goto(path, { waitUntil: 'commit' });
    expect(await response?.text()).toContain(words);
    const heading = page.getByRole('heading', { level: 1, name: title });
    const picture = page.locator('main img');
    await expect(heading).toBeVisible();
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    // An answer that the server kept may be old: what it says of price and stock is not shown.
    await expect(page.locator('[data-prerendered]')).not.toContainText(/₹|Stock/);
    await page.evaluate(() => document.fonts.ready);
    const search = page.getByRole('searchbox').filter({ visible: true });
    await search.focus();
    const places = async () => [await heading.boundingBox(), await picture.boundingBox()];
    const before = await places();
    runShop();
    await alive(page);
    await expect(page.getByRole('main').getByText('inclusive of all taxes')).toBeVisible();
    await expect(search).toBeFocused();
    expect(await places(), `${width} px`).toEqual(before);
    expect(await layoutShift(page), `${width} px`).toBeLessThan(0.01);
    expect(await headingsSeen(page)).toEqual([title]);
  }
});

test('the list’s first products are there before any script of a piece, and nothing moves', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const runShop = await holdScript(page, 'mfe-catalog');
    await page.goto('/productlist', { waitUntil: 'commit' });
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(8);
    const picture = cards.first().locator('img');
    await expect(picture).toHaveJSProperty('complete', true);
    expect(await picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
    await expect(page.getByRole('main').getByRole('list')).not.toContainText(/₹|Stock|Cart/);
    await page.evaluate(() => document.fonts.ready);
    const seen = async () => ({
      titles: await cards.getByRole('heading').allTextContents(),
      places: await Promise.all([cards.nth(0).boundingBox(), picture.boundingBox()]),
    });
    const before = await seen();
    runShop();
    await alive(page);
    await expect(cards.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible();
    const after = await seen();
    expect(after.titles.slice(0, 8)).toEqual(before.titles);
    for (const [index, place] of after.places.entries()) {
      for (const side of ['x', 'y', 'width', 'height'] as const) {
        expect(place?.[side], `${width} px`).toBeCloseTo(before.places[index]?.[side] ?? -1, -1);
      }
    }
    expect(await layoutShift(page), `${width} px`).toBeLessThan(0.01);
  }
});

test('a product of the list that is pressed before the shop is there is opened', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  const runShop = await holdScript(page, 'mfe-catalog');
  await page.goto('/productlist', { waitUntil: 'commit' });
  const link = page.getByRole('article').nth(2).getByRole('link');
  const name = (await link.textContent()) ?? '';
  await link.click();
  runShop();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a list that a query chooses begins without products', async ({ page }) => {
  const html = await (await page.goto('/productlist?categories=KIDS'))?.text();
  expect(html).toContain('data-module="./ProductList"');
  expect(html).not.toContain('<article');
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible();
});

// The mock's calls do not leave the page: the test after this one is its own.
test('the words stay until the product is there, when the API is slower than the page', {
  tag: '@api',
}, async ({ page, expectConsole }) => {
  expectConsole(waitingFile);
  await recordHeadings(page);
  const answer = await hold(page, '**/api/products/puddle-raincoat');
  const calls = requestsOf(page, /\/api\/products\/puddle-raincoat$/);
  const pageLoaded = page.waitForResponse(/expose_ProductDetail\w*\.\w+\.js$/);
  await page.goto(path, { waitUntil: 'commit' });
  await pageLoaded;
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await whenIdle(page);
  answer();
  await alive(page);
  await expect(page.getByRole('main').getByText('inclusive of all taxes')).toBeVisible();
  expect(await headingsSeen(page)).toEqual([title]);
  expect(calls, 'the call that the HTML begins is the page’s own').toHaveLength(1);
});

test('on the mock, the words stay until the slow answer is there', { tag: '@mock' }, async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  await recordHeadings(page);
  const runShop = await holdScript(page, 'mfe-catalog');
  await page.goto(`${path}?mock=slow`, { waitUntil: 'commit' });
  await expect(page.locator('[data-prerendered]')).toContainText(title);
  runShop();
  await alive(page);
  await expect(page.getByRole('main').getByText('inclusive of all taxes')).toBeVisible();
  expect(await headingsSeen(page)).toEqual([title]);
});

test('a product that the developer’s mock does not have is not found, whatever the words said', {
  tag: '@mock',
}, async ({ page, expectConsole }) => {
  expectConsole(/404/);
  await page.goto(`${path}?mock=empty`);
  await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible();
});

test('a product that does not exist is not found, and has no words before', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404/);
  const response = await page.goto('/productlist/nothing');
  expect(response?.status()).toBe(404);
  expect(await response?.text()).not.toContain(words);
  await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible();
});

test('where the server can’t reach the API, the page comes as it does without', {
  tag: '@api',
}, async ({ page, shopUrl }) => {
  const server = await serve({
    ...{ release, port: 0, report: () => undefined },
    defaultConfig: { apiBaseUrl: '/' },
    api: () => Promise.reject(new Error('unreachable')),
    delegate: {
      handles: (pathname) => pathname.startsWith('/api/'),
      listener: async ({ url }, response) =>
        response
          .setHeader('content-type', 'application/json')
          .end(await (await fetch(shopUrl + url)).text()),
    },
  });
  const response = await page.goto(server.url + path);
  expect(await response?.text()).not.toContain(words);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  // Files that the page still fetches when idle must not meet a server that has stopped.
  await page.goto('about:blank');
  await server.stop();
});
