import { isDeepStrictEqual } from 'node:util';
import type { BrowserContext, Page, Route } from '@playwright/test';
import { createDraw, type Draw } from '../draw.ts';
import { addToCart, openPayment, readToken } from '../shopper-steps.ts';
import { expect, logInAsGuest, test } from '../support.ts';

const answer = (route: Route, status: number, body: string) =>
  route.fulfill({ status, contentType: 'application/json', body });

const refuse = (route: Route, status: number) =>
  answer(route, status, JSON.stringify({ errors: [`The test answers ${status}.`] }));

async function truncate(route: Route): Promise<void> {
  const response = await route.fetch();
  const text = await response.text();
  await route.fulfill({ response, body: text.slice(0, text.length / 2) });
}

async function loseAnswer(route: Route): Promise<void> {
  await route.fetch();
  await route.abort('connectionfailed');
}

/** Faults, and how many of a hundred calls meet each. The others pass, some of them late. */
const faults: readonly (readonly [percent: number, (route: Route) => Promise<void>])[] = [
  // The request is lost; or it arrives and its answer is lost.
  [10, (route) => route.abort('connectionfailed')],
  [8, loseAnswer],
  [6, (route) => refuse(route, 500)],
  [4, truncate],
  [4, (route) => answer(route, 200, '{"cart":[{"_id":7}],"wishlist":7,"orders":{},"checkouts":7}')],
  [2, (route) => refuse(route, 401)],
];

const LONGEST_DELAY_MS = 600;

/** Lets every page's calls of the API fail or come late, overtaking each other, until `end` is called. */
async function startFaults(
  context: BrowserContext,
  seed: number,
): Promise<{ end: () => Promise<void>; count: () => number }> {
  const draw = createDraw(seed, 'faults');
  let count = 0;
  const handle = async (route: Route): Promise<void> => {
    let drawn = draw(100);
    const delay = draw(LONGEST_DELAY_MS);
    await new Promise((resolve) => setTimeout(resolve, delay));
    for (const [percent, fail] of faults) {
      if (drawn < percent) {
        count += 1;
        return fail(route);
      }
      drawn -= percent;
    }
    await route.continue();
  };
  // A page that is left or reloaded takes its calls with it.
  const isApi = /\/api\/(?!auth\/)/;
  await context.route(isApi, (route) => handle(route).catch(() => undefined));
  return { end: () => context.unrouteAll({ behavior: 'wait' }), count: () => count };
}

/** Milliseconds that a step waits for the control that it presses. A missing control is no fault. */
const PATIENCE_MS = 1000;
const STEPS = 14;

const firstSeed = Number(process.env.CHAOS_SEED ?? 1);
const runs = Number(process.env.CHAOS_BROWSER_RUNS ?? 2);

const attempt = (pressing: Promise<unknown>) => pressing.catch(() => undefined);

async function press(page: Page, draw: Draw, name: string | RegExp): Promise<void> {
  const buttons = page.getByRole('main').getByRole('button', { name });
  const count = await buttons.count();
  if (count > 0) await attempt(buttons.nth(draw(count)).click({ timeout: PATIENCE_MS }));
}

const go = (page: Page, path: string) => attempt(page.goto(path));

async function buy(page: Page): Promise<void> {
  await go(page, '/checkout');
  const patience = { timeout: PATIENCE_MS };
  await attempt(page.getByRole('radio').first().check(patience));
  await attempt(page.getByRole('button', { name: 'Place Order' }).click(patience));
  const dialog = page.getByRole('dialog', { name: 'Simulated payment' });
  await attempt(
    dialog.getByRole('button', { name: 'Pay, and call back' }).click({ timeout: 3000 }),
  );
}

async function settlePayment(page: Page): Promise<void> {
  const names = /Complete the order|Discard this payment|Try again/;
  const open = openPayment(page);
  await attempt(open.getByRole('button', { name: names }).first().click({ timeout: PATIENCE_MS }));
}

/** Acts of a shopper in one of the tabs. */
const steps: readonly ((page: Page, draw: Draw) => Promise<unknown>)[] = [
  async (page, draw) => {
    await go(page, '/productlist');
    for (let time = 0; time < 3; time++) await press(page, draw, 'Add to Cart');
    await press(page, draw, /^Wishlist:/);
  },
  async (page, draw) => {
    await go(page, '/cart');
    for (let time = 0; time < 5; time++) await press(page, draw, /^Increase quantity/);
  },
  (page, draw) => press(page, draw, /^(?:Increase|Decrease) quantity/),
  (page, draw) => press(page, draw, 'Remove from Cart'),
  (page, draw) => press(page, draw, 'Move to Wishlist'),
  (page) => attempt(page.reload()),
  (page) => go(page, '/wishlist'),
  (page) => go(page, '/orders'),
  buy,
  settlePayment,
  async (page, draw) => {
    await page.context().setOffline(true);
    await press(page, draw, /^Increase quantity|^Add to Cart/);
    await page.context().setOffline(false);
  },
];

/** Logs in again if the session has ended. */
async function stayLoggedIn(page: Page): Promise<void> {
  if (new URL(page.url()).pathname !== '/login') return;
  await attempt(page.getByRole('button', { name: 'Login as Guest' }).click({ timeout: 5000 }));
  await attempt(page.waitForURL('/productlist', { timeout: 5000 }));
}

async function expectAWayForward(page: Page): Promise<void> {
  const ways = page.locator('main :is(a[href], button:not([disabled]), input:not([disabled]))');
  await expect(ways.filter({ visible: true }).first()).toBeVisible();
}

/**
 * Expects the total of each price table to be the sum of its lines. A table is read in one go. Returns the number
 * of tables.
 */
async function expectTotalOfLines(page: Page): Promise<number> {
  const sums = await page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('table')].map((table) =>
      [...table.rows].flatMap((row) => {
        const rupees = row.cells[row.cells.length - 1]?.textContent?.match(/^₹([\d,]+)$/)?.[1];
        return rupees ? Number(rupees.replaceAll(',', '')) : [];
      }),
    ),
  );
  const filled = sums.filter(({ length }) => length > 1);
  for (const prices of filled) {
    const total = prices.at(-1);
    expect(prices.slice(0, -1).reduce((sum, price) => sum + price, 0)).toBe(total);
  }
  return filled.length;
}

/** Returns the lines of the cart's page: title and quantity. */
const shownCart = (page: Page): Promise<string[]> =>
  page.getByRole('main').evaluate((main) =>
    [...main.querySelectorAll('article')].map((line) => {
      const title = line.querySelector('h2, h3')?.textContent;
      return `${title} ${line.querySelector('output')?.textContent}`;
    }),
  );

async function read(page: Page, list: 'cart' | 'orders'): Promise<Record<string, unknown>[]> {
  const headers = { authorization: await readToken(page) };
  // The limit is for the orders, of which more than a page may be made.
  const response = await page.request.get(`/api/user/${list}?limit=100`, { headers });
  const body: Record<string, Record<string, unknown>[]> = await response.json();
  return body[list] ?? [];
}

for (let seed = firstSeed; seed < firstSeed + runs; seed++) {
  test(`seed ${seed}: two tabs and an API with faults lose no line and duplicate no order`, async ({
    page,
    context,
    expectConsole,
  }) => {
    // Each fault is logged; an exception still fails the test.
    expectConsole(/^(?:error|warning): /);
    await logInAsGuest(page);
    const other = await context.newPage();
    await addToCart(page, 'Chikankari Tunic');
    await expect(page.getByText('Product added to cart')).toBeVisible();
    await other.goto('/cart');
    await expect.poll(() => expectTotalOfLines(other)).toBe(1);
    expect(await shownCart(other)).toEqual(['Chikankari Tunic 1']);
    const tabs = [page, other];
    const faults = await startFaults(context, seed);
    const draw = createDraw(seed, 'steps');
    for (let count = 0; count < STEPS; count++) {
      const tab = tabs[draw(tabs.length)] ?? page;
      const step = steps[draw(steps.length)];
      await step?.(tab, draw);
      for (const each of tabs) {
        await stayLoggedIn(each);
        await expectAWayForward(each);
        await expectTotalOfLines(each);
      }
    }
    expect(faults.count()).toBeGreaterThan(0);
    await faults.end();
    for (const each of tabs) {
      await stayLoggedIn(each);
      await each.goto('/cart');
    }
    for (const each of tabs) {
      await expect
        .poll(async () => {
          const held = (await read(each, 'cart')).map(({ title, qty }) => `${title} ${qty}`);
          const shown = await shownCart(each);
          return isDeepStrictEqual(shown, held) ? 'the same' : { shown, held };
        })
        .toBe('the same');
      await expectTotalOfLines(each);
    }
    const orders = await read(page, 'orders');
    const payments = orders.map(({ paymentReference }) => paymentReference);
    expect(new Set(payments).size).toBe(payments.length);
  });
}
