import type { Browser, BrowserContextOptions } from '@playwright/test';
import { addToCart } from '../shopper-steps.ts';
import { test as base, expect, isSameDocument, logInAsGuest } from '../support.ts';
import { visitThatHangs } from './fallback-steps.ts';
import { type FaultyShop, openFaultyShop } from './faulty-shop.ts';
import { type Cell, type Fault, faults, placeOf, remotes, ways } from './table.ts';
import {
  expectRecovery,
  expectReplaced,
  expectShopGoesOn,
  expectToBeRead,
  openPage,
  storedShopper,
} from './visit.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PARTS = 10;

const isApplicable = ({ remote, fault, way }: Cell): boolean => {
  if (way === 'prefetch') return remote.noPrefetch === undefined;
  const isOfSheet = fault.transport?.files === 'style' && way === 'cold load';
  return !isOfSheet || remote.noSheet === undefined;
};

/**
 * Returns the ways to visit a remote with this fault. A page that hangs is left, and the next visit is the same in
 * each way.
 */
const waysOf = ({ hangs }: Fault): readonly Cell['way'][] => (hangs ? ['cold load'] : ways);

const all: readonly Cell[] = remotes.flatMap((remote) =>
  faults.flatMap((fault) =>
    waysOf(fault).map((way) => ({ remote, fault, way, hasPrevious: false })),
  ),
);

/** Cells in which the remote falls back. That is the same for every fault, so a fault of each kind is enough. */
const withPrevious: readonly Cell[] = remotes.flatMap((remote) =>
  faults
    .filter(({ name }) =>
      ['404', 'wrong integrity', 'throws on render', 'never returns'].includes(name),
    )
    .map((fault) => ({ remote, fault, way: 'cold load', hasPrevious: true }) as const),
);

export const notApplicable = all.filter((cell) => !isApplicable(cell));
export const applicable = [...all.filter(isApplicable), ...withPrevious];

/** Returns every tenth cell, so that each part has cells of every remote and of most faults. */
export const partOf = (part: number): readonly Cell[] =>
  applicable.filter((_, index) => index % PARTS === part);

const day = Math.floor(Date.now() / DAY_MS);
const SHARES = 4;

/** Part to run: 'all', or the number of a tenth, 0 to 9. The day chooses it unless FAULTS does. */
export const chosen: string = process.env.FAULTS || String(day % PARTS);

/**
 * Returns the cells that this run tests. Without FAULTS and `--all` they are a quarter of the tenth: forty days
 * run every cell.
 */
export function chosenCells(): readonly Cell[] {
  if (chosen === 'all') return applicable;
  if (!/^\d$/.test(chosen)) throw new Error('FAULTS is “all”, or the number of a tenth: 0 to 9');
  const part = partOf(Number(chosen));
  if (process.env.FAULTS || process.env.ALL_TESTS === 'true') return part;
  return part.filter((_, index) => index % SHARES === Math.floor(day / PARTS) % SHARES);
}

type StorageState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;

/** Logs in and puts a product into the cart. Returns the storage of that browser. */
async function prepareShopper(browser: Browser, shopUrl: string): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: shopUrl });
  const page = await context.newPage();
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  await expect.poll(() => storedShopper(page)).toMatchObject({ lines: [{ quantity: 1 }] });
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Prepared once in each worker process. */
let shopper: Promise<StorageState> | undefined;

const test = base.extend<{ faultyShop: FaultyShop }>({
  faultyShop: async ({}, use) => {
    const shop = await openFaultyShop();
    await use(shop);
    await shop.stop();
  },
  baseURL: async ({ faultyShop }, use) => use(faultyShop.url),
  storageState: async ({ browser, shopUrl, faultyShop }, use) => {
    shopper ??= prepareShopper(browser, shopUrl);
    const state = await shopper;
    const origins = state.origins.map((each) => ({ ...each, origin: faultyShop.url }));
    await use({ ...state, origins });
  },
});

test(`the fault matrix, part ${chosen}: ${chosenCells().length} of ${applicable.length} cells (FAULTS=${chosen}); ${notApplicable.length} do not apply`, () => {
  const parts = Array.from({ length: 10 }, (_, part) => partOf(part));
  expect(new Set(parts.flat())).toEqual(new Set(applicable));
  for (const { remote } of notApplicable)
    expect(remote.noPrefetch ?? remote.noSheet).toBeTruthy();
});

for (const cell of chosenCells()) {
  const { remote, fault, way, hasPrevious } = cell;
  const isReplaced = hasPrevious || fault.isStale;
  const outcome = isReplaced
    ? 'another version takes over'
    : 'it is said, and ‘Try again’ recovers';
  const name = [remote.id, fault.name, way, ...(hasPrevious ? ['with a good version before'] : [])];
  test(`${name.join(', ')}: ${outcome}`, async ({ context, page, faultyShop, expectConsole }) => {
    // Messages of the browser and the federation runtime about the fault. An uncaught error fails the test.
    expectConsole(/^(?:error|warning): /);
    if (fault.uncaught) expectConsole(fault.uncaught);
    await faultyShop.inject(cell);
    if (fault.hangs) await visitThatHangs(context, placeOf(cell).path);
    await openPage(page, cell);
    const stored = await storedShopper(page);
    if (isReplaced) await expectReplaced(page, cell);
    else {
      await expectToBeRead(page, cell);
      await expectShopGoesOn(page, cell);
      await expectRecovery(page, cell, faultyShop);
    }
    expect(await isSameDocument(page), 'without a reload').toBe(true);
    expect(await storedShopper(page), 'session and cart').toEqual(stored);
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
  });
}
