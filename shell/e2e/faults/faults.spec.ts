import type { BrowserContextOptions } from '@playwright/test';
import { addToCart } from '../checkout-steps.ts';
import { visitThatHangs } from '../hang-steps.ts';
import { test as base, expect, isSameDocument, logInAsGuest } from '../support.ts';
import { applicable, chosen, chosenCells, notApplicable, partOf, placeOf } from './cells.ts';
import { type FaultyShop, openFaultyShop } from './faulty-shop.ts';
import {
  expectRecovery,
  expectReplaced,
  expectShopGoesOn,
  expectToBeRead,
  openPage,
  storedShopper,
} from './visit.ts';

type StorageState = Exclude<NonNullable<BrowserContextOptions['storageState']>, string>;

const test = base.extend<{ faultyShop: FaultyShop }, { shopper: StorageState }>({
  /** Storage of a browser whose shopper has logged in and put a product into the cart. */
  shopper: [
    async ({ browser, shopUrl }, use) => {
      const context = await browser.newContext({ baseURL: shopUrl });
      const page = await context.newPage();
      await logInAsGuest(page);
      await addToCart(page, 'Chikankari Tunic');
      await expect.poll(() => storedShopper(page)).toMatchObject({ lines: [{ quantity: 1 }] });
      await use(await context.storageState());
      await context.close();
    },
    { scope: 'worker' },
  ],
  faultyShop: async ({}, use) => {
    const shop = await openFaultyShop();
    await use(shop);
    await shop.stop();
  },
  baseURL: async ({ faultyShop }, use) => use(faultyShop.url),
  storageState: async ({ faultyShop, shopper }, use) => {
    const origins = shopper.origins.map((each) => ({ ...each, origin: faultyShop.url }));
    await use({ ...shopper, origins });
  },
});

test(`the fault matrix, part ${chosen}: ${chosenCells().length} of ${applicable.length} cells (FAULTS=${chosen}); ${notApplicable.length} do not apply`, () => {
  const parts = Array.from({ length: 10 }, (_, part) => partOf(part));
  expect(new Set(parts.flat())).toEqual(new Set(applicable));
  for (const { remote } of notApplicable) expect(remote.noPrefetch).toBeTruthy();
});

for (const cell of chosenCells()) {
  const { remote, fault, way, hasPrevious } = cell;
  const isReplaced = hasPrevious || fault.isStale;
  const outcome = isReplaced
    ? 'another version takes over'
    : 'it is said, and ‘Try again’ recovers';
  const name = [remote.id, fault.name, way, ...(hasPrevious ? ['with a good version before'] : [])];
  test(`${name.join(', ')}: ${outcome}`, async ({ context, page, faultyShop, expectConsole }) => {
    // Messages of the browser and the federation runtime about it. An uncaught error fails the test.
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
