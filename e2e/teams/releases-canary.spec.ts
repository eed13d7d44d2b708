import type { PublishedRemote } from '@patchwork/host';
import type { Page } from '@playwright/test';
import { heading } from '../faults/fallback-steps.ts';
import { headingsSeen, recordHeadings } from '../prerendered-steps.ts';
import { addVersion, bucketOf, point, stableVersion } from '../release-folder.ts';
import { test as base, expect, expectHeading, putIntoBucket } from '../support.ts';

interface Shop {
  readonly url: string;
  readonly folder: string;
  readonly stable: PublishedRemote;
  /** The canary, which a tenth of the visitors get. */
  readonly canary: PublishedRemote;
}

const test = base.extend<{ shop: Shop }>({
  shop: async ({ openRelease }, use) => {
    const { url, folder } = await openRelease();
    const stable = await stableVersion(folder, 'mfe-catalog');
    const canary = await addVersion(folder, stable, '2.0.0-canary', heading);
    await point(folder, { stable, canary: { release: canary, percent: 10 } });
    await use({ url, folder, stable, canary });
  },
});

const preloadedFiles = (page: Page, remote: string): Promise<string[]> =>
  page
    .locator(`link[rel=preload][href*="${remote}"]`)
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLLinkElement).href).pathname));

/** Returns the files that a page of a version preloads. */
function filesOf({ entry, files }: PublishedRemote, module: string): string[] {
  const folder = entry.replace(/[^/]+$/, '');
  return [entry, ...(files[module] ?? []).map((file) => folder + file)];
}

/** Records a remote's files that a page requests from now on. */
function listen(page: Page, remote = 'mfe-catalog'): string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.includes(`/${remote}/`)) requested.push(pathname);
  });
  return requested;
}

for (const channel of ['canary', 'stable'] as const) {
  test(`a visitor of the ${channel} stays with it and fetches each of its files once`, async ({
    context,
    shop,
  }) => {
    const [own, other] =
      channel === 'canary' ? [shop.canary, shop.stable] : [shop.stable, shop.canary];
    for (const visit of [1, 2]) {
      // A tab for each visit: a page that is left may still fetch other pages' files ahead.
      const page = await context.newPage();
      await putIntoBucket(page, await bucketOf(shop.folder, 'mfe-catalog', channel));
      const requested = listen(page);
      await recordHeadings(page);
      await page.goto(`${shop.url}/productlist?visit=${visit}`);
      const title = channel === 'canary' ? 'The new collection' : 'The collection';
      await expectHeading(page, title);
      expect(await headingsSeen(page)).toEqual([title]);
      await expect(page.getByRole('article')).toHaveCount(14);
      await page.waitForLoadState('networkidle');
      const foreign = requested.filter((file) => file.includes(`/${other.version}/`));
      expect(foreign).toEqual([]);
      expect(requested).toContain(own.entry);
      expect(requested.toSorted()).toEqual([...new Set(requested)].toSorted());
      const preloaded = new Set(await preloadedFiles(page, 'mfe-catalog'));
      // The style sheets of the stable page are in the HTML.
      const files = filesOf(own, './ProductList').filter(
        (file) => channel === 'canary' || !file.endsWith('.css'),
      );
      expect(preloaded).toEqual(new Set(files));
      await page.close();
    }
  });
}

test('the link to a canary shows it to a visitor outside of its share', async ({ page, shop }) => {
  await putIntoBucket(page, await bucketOf(shop.folder, 'mfe-catalog', 'stable'));
  await page.goto(`${shop.url}/productlist?preview=canary-mfe-catalog`);
  await expectHeading(page, 'The new collection');
  await page.reload();
  await expectHeading(page, 'The new collection');
});

test('hovering over a link fetches the files of another remote’s page with its entry, each once', async ({
  page,
  shop,
}) => {
  const account = await stableVersion(shop.folder, 'mfe-account');
  const registryLoaded = page.waitForResponse(/static\/registry\./);
  await page.goto(shop.url);
  await registryLoaded;
  await page.waitForLoadState('networkidle');
  const requested = listen(page, 'mfe-account');
  const login = page.getByRole('link', { name: 'Login', exact: true });
  await login.hover();
  const expected = filesOf(account, './Login');
  await expect.poll(() => requested.toSorted()).toEqual(expected.toSorted());
  expect(await preloadedFiles(page, 'mfe-account')).toEqual(expected);
  await login.click();
  await expectHeading(page, 'Login');
  expect(requested.toSorted()).toEqual([...new Set(requested)].toSorted());
});

test('a page keeps the versions it started with, whatever is released meanwhile', async ({
  page,
  shop,
}) => {
  const { folder, stable, canary } = shop;
  await point(folder, { stable });
  const complete = page.waitForResponse(/\/static\/registry\./);
  await page.goto(shop.url);
  await complete;
  await page.waitForLoadState('networkidle');
  const requested = listen(page);
  await point(folder, { stable: canary, previous: [stable] });
  // Old chunks still arrive, though nothing of them was fetched ahead.
  await page.evaluate(() => {
    history.pushState(null, '', '/productlist/no-such-thing');
    history.back();
  });
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expectHeading(page, 'The collection');
  await page.getByRole('article').first().getByRole('link').first().click();
  // The page, and beside it the fragment with recommendations.
  const parts = page.getByRole('main').locator('[data-boundary="mfe-catalog"]');
  await expect(parts.first()).toHaveAttribute('data-version', stable.version);
  await expect(parts.and(page.locator(`:not([data-version="${stable.version}"])`))).toHaveCount(0);
  expect(requested.filter((file) => file.includes(`/${canary.version}/`))).toEqual([]);

  await page.goto(`${shop.url}/productlist`);
  await expectHeading(page, 'The new collection');
});
