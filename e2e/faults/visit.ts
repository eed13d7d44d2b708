import { expect, type Locator, type Page } from '@playwright/test';
import { markDocument } from '../support.ts';
import type { FaultyShop } from './faulty-shop.ts';
import { type Cell, type Place, placeOf } from './table.ts';

/** Time within which the page must say what is happening. */
const READ_TIMEOUT_MS = 8000;

/** Timeout that is longer than the shop waits for a file. */
const FAILURE_TIMEOUT_MS = 30_000;

const banner = (page: Page): Locator => page.getByRole('banner');
const cartLink = (page: Page): Locator =>
  banner(page).getByRole('link', { name: 'Cart, 1 item', exact: true });

function linkTo(page: Page, { link }: Place): Locator {
  if (!link) throw new Error('no link leads there');
  return page.getByRole(link.role, { name: link.name });
}

const isPanel = (cell: Cell): boolean => placeOf(cell).link?.role === 'button';

const failureText = (cell: Cell): RegExp =>
  cell.fault.crashes && !isPanel(cell) ? /^Unexpected Application Error!$/ : cell.remote.failure;

const failure = (page: Page, cell: Cell): Locator =>
  isPanel(cell)
    ? page.getByText(failureText(cell))
    : page.getByRole('heading', { level: 1, name: failureText(cell) });

/** Reads, from the browser's storage, the shopper's token and the lines of the cart that the API has confirmed. */
export const storedShopper = (page: Page) =>
  page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.startsWith('patchwork:cart/'));
    const { value } = JSON.parse(localStorage.getItem(key ?? '') ?? '{}');
    return { token: localStorage.getItem('userToken'), lines: value?.confirmed };
  });

/** Makes the page note, by its own clock, when the visitor clicks. */
const noteClick = (page: Page) =>
  page.evaluate(() => {
    const note = () => Object.assign(globalThis, { asked: performance.now() });
    addEventListener('click', note, { capture: true, once: true });
  });

/** Opens a cell's place, directly or by its link. Doesn't wait for files, because some may never arrive. */
export async function openPage(page: Page, cell: Cell): Promise<void> {
  const place = placeOf(cell);
  await page.goto(place.path, { waitUntil: 'commit' });
  await markDocument(page);
  if (cell.way === 'cold load') return;
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(cartLink(page)).toBeVisible();
  const target = linkTo(page, place);
  if (cell.way === 'prefetch') {
    await target.hover();
    const prefix = `/remotes/${cell.remote.id}/`;
    // A fragment of this remote in the frame may have failed already: nothing is fetched ahead then.
    if (cell.remote.id !== 'mfe-catalog') {
      await expect.poll(() => requested.some((path) => path.startsWith(prefix))).toBe(true);
    }
    await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0);
  }
  await noteClick(page);
  await target.click();
}

/** Expects the visitor to get another version without noticing that the first one has failed. */
export async function expectReplaced(page: Page, cell: Cell): Promise<void> {
  await placeOf(cell).expectAlive(page);
  await expect(failure(page, cell)).toHaveCount(0);
  await expect(cartLink(page)).toBeVisible();
}

/**
 * Expects the page to say in time what is happening. The page's clock counts, because a busy machine delays the test
 * runner more than the page.
 */
export async function expectToBeRead(page: Page, cell: Cell): Promise<void> {
  const text = `takes longer than usual|${failureText(cell).source}`;
  const waited = await page.waitForFunction(
    (pattern) => {
      const isRead = (element: Element) =>
        new RegExp(pattern).test(element.textContent) && element.checkVisibility();
      const texts = [...document.querySelectorAll('h1, p, [role=status]')];
      return texts.some(isRead) && performance.now() - (Reflect.get(globalThis, 'asked') ?? 0);
    },
    text,
    { timeout: FAILURE_TIMEOUT_MS },
  );
  expect(await waited.jsonValue()).toBeLessThan(READ_TIMEOUT_MS);
}

/** Expects the frame to be there, and another remote's page to open, while the remote fails. */
export async function expectShopGoesOn(page: Page, cell: Cell): Promise<void> {
  const { other } = cell.remote;
  await expect(banner(page).getByRole('link', { name: 'Patchwork' })).toBeVisible();
  await expect(banner(page).getByPlaceholder('Search').filter({ visible: true })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  await expect(cartLink(page)).toBeVisible();
  await banner(page).getByRole('link', { name: other.link }).click();
  await expect(page.getByRole('heading', { level: 1, name: other.heading })).toBeVisible();
}

/** Returns to the place that fails. A page that was left while it was loading is not in the history. */
async function returnTo(page: Page, cell: Cell): Promise<void> {
  if (isPanel(cell)) return;
  if (cell.way === 'cold load') await page.goBack({ waitUntil: 'commit' });
  else await linkTo(page, placeOf(cell)).click();
}

/** Expects 'Try again' to bring the requested page once the fault is gone. */
export async function expectRecovery(page: Page, cell: Cell, shop: FaultyShop): Promise<void> {
  await returnTo(page, cell);
  await expect(failure(page, cell)).toBeVisible({ timeout: FAILURE_TIMEOUT_MS });
  const again = page.getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await shop.recover();
  // Seen once on a slow machine, for a reason that is not known: the page was there by itself before the press.
  await again.click({ timeout: 5000 }).catch(() => expect(again).toHaveCount(0));
  await placeOf(cell).expectAlive(page);
  await expect(failure(page, cell)).toHaveCount(0);
  await shop.settled();
  await placeOf(cell).expectAlive(page);
}
