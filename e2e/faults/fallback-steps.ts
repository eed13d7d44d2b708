import type { PublishedRemote } from '@patchwork/host';
import type { BrowserContext, Page } from '@playwright/test';
import {
  addVersion,
  type Change,
  type PrivateRelease,
  point,
  stableVersion,
} from '../release-folder.ts';
import { test as base, expect, expectHeading } from '../support.ts';

/** Returns a change that adds a statement to a module's code, right after its exports are declared. */
export const withStatement = (statement: string) => (text: string) =>
  text.replace(/Component:\(\)=>[^}]*\}\);/, `$&${statement};`);

export const endless = withStatement('for(;;)');

/**
 * Time for which a page must hang: code that has run for less than five seconds may belong to another tab that is still
 * loading.
 */
const HANG_MS = 6000;

/** Opens a page that stops responding, and closes its tab as a shopper does. */
export async function visitThatHangs(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  const responds = async () => {
    const answer = page.evaluate(() => true).catch(() => false);
    return Promise.race([answer, new Promise((resolve) => setTimeout(resolve, 1000, false))]);
  };
  await expect.poll(responds).toBe(false);
  await new Promise((resolve) => setTimeout(resolve, HANG_MS));
  expect(await responds()).toBe(false);
  await page.close();
}

interface Shop extends PrivateRelease {
  readonly good: PublishedRemote;
  /** Stable version: the good one with another heading on its list, and with the test's changes. */
  readonly next: PublishedRemote;
}

interface Fixtures {
  /** Opens a shop whose catalogue has a new stable version with these changes, preceded by the good one. */
  openShop: (...changes: Change[]) => Promise<Shop>;
}

export const list = '__federation_expose_ProductList.';
export const heading: Change = [
  list,
  (text) => text.replace('"The collection"', '"The new collection"'),
];

/** Changes a module's code so that its component throws whenever it is rendered. */
export const torn = (text: string) =>
  text.replace(/Component:\(\)=>\w+/, 'Component:()=>()=>{throw new Error("torn seam")}');

export const test = base.extend<Fixtures>({
  openShop: async ({ openRelease }, use) => {
    await use(async (...changes) => {
      const release = await openRelease();
      const { folder } = release;
      const good = await stableVersion(folder, 'mfe-catalog');
      const next = await addVersion(folder, good, '2.0.0-next', heading, ...changes);
      await point(folder, { stable: next, previous: [good] });
      return { ...release, good, next };
    });
  },
});

export const region = (page: Page) =>
  page.getByRole('main').locator('[data-boundary="mfe-catalog"]:not([data-slot])');

export async function expectList(
  page: Page,
  name: string,
  { version }: PublishedRemote,
): Promise<void> {
  await expectHeading(page, name);
  await expect(page.getByRole('article')).toHaveCount(14);
  await expect(region(page)).toHaveAttribute('data-version', version);
}

export const storedFailures = (page: Page) =>
  page.evaluate(() => localStorage.getItem('patchwork:failed-versions'));

/** Matches messages of the browser and the federation runtime about a version that fails and is replaced. */
export const fallbackMessages = /integrity|mfe_catalog|mfe-catalog|404|torn seam/;
