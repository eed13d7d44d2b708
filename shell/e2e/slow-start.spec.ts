import type { Page } from '@playwright/test';
import { headingsSeen, recordHeadings } from './prerendered-steps.ts';
import { expect, test } from './support.ts';

/** Chromium's note on a file that is fetched ahead and waits for the held container. */
const waitingFile = /was preloaded using link preload but not used/;

/** Holds back the catalogue's container, as a slow network would. */
const held = (page: Page, milliseconds: number) =>
  page.route('**/mfe-catalog/**/remoteEntry.js', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    await route.continue();
  });

test('before any script has run the page has header, spinner and footer', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/net::ERR_FAILED/);
  // They do not answer. A start that fails is said on the page: see failed-start.spec.ts.
  await page.route('**/static/js/**', () => {});
  await page.route('**/remotes/**', (route) => route.abort());
  await page.goto('/productlist', { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name: 'Patchwork' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  const dots = page.getByRole('status').locator('.spinner-dot');
  await expect(dots).toHaveCount(3);
  expect(await dots.first().boundingBox()).toMatchObject({ width: expect.any(Number) });
});

test('a slow first page is waited for, and not taken for an unknown address', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  await held(page, 2500);
  await recordHeadings(page);
  await page.goto('/productlist');
  await expect(page.getByRole('heading', { level: 1, name: 'The collection' })).toBeVisible();
  expect(await headingsSeen(page)).toEqual(['The collection']);
});

test('what is typed while the shop arrives is not lost, and can be sent', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  await held(page, 2500);
  await page.goto('/', { waitUntil: 'domcontentloaded' });
  const search = page.getByRole('searchbox').filter({ visible: true });
  // Until the style sheet is there, both of the header's boxes count as visible; nothing is painted yet.
  await expect(search).toHaveCount(1);
  await search.click();
  await search.pressSequentially('raincoat', { delay: 200 });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(search).toHaveValue('raincoat');
  await expect(search).toBeFocused();
  await search.press('Enter');
  await expect(page).toHaveURL('/productlist?search=raincoat');
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('what is typed while the catalogue’s search arrives is searched for', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  await page.route('**/mfe-catalog/**/*HeaderSearch*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    await route.continue();
  });
  await page.goto('/');
  const search = page.getByRole('searchbox').filter({ visible: true });
  await expect(search).toHaveCount(1);
  await search.pressSequentially('raincoat', { delay: 500 });
  await expect(page).toHaveURL('/productlist?search=raincoat');
  await expect(search).toHaveValue('raincoat');
  await expect(search).toBeFocused();
});

test('what other pages need is fetched after the first page’s pictures', async ({ page }) => {
  const paths: string[] = [];
  page.on('request', (request) => paths.push(new URL(request.url()).pathname));
  const completeRegistry = page.waitForRequest(/\/static\/registry\.\w+\.json$/);
  await page.goto('/productlist');
  await completeRegistry;
  expect(paths.some((path) => path.startsWith('/images/'))).toBe(true);
});
