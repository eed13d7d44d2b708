import { alive } from '../prerendered-steps.ts';
import { expect, logInAsGuest, test } from '../support.ts';

/** 1.6 Mbit/s in bytes per second, and milliseconds of latency. */
const slowLine = { downloadThroughput: 200_000, uploadThroughput: 94_000, latency: 150 };

const pages = [
  '/',
  '/productlist',
  '/productlist/indigo-selvedge-overshirt',
  '/cart',
  ['/wishlist', '@all'],
  ['/orders', '@all'],
  ['/checkout', '@all'],
  ['/login', '@all'],
  ['/profile', '@all'],
  ['/help', '@all'],
  ['/no-such-page', '@all'],
] as const;

/**
 * Runs in the page, before its scripts. Every tenth of a second, notes pictures that a browser draws as broken: without
 * an address, or with a file that could not be shown.
 */
function watchPictures(): void {
  const seen = new Set<string>();
  Object.assign(window, { brokenPictures: seen });
  setInterval(() => {
    for (const image of document.images) {
      // Another picture stands in for one that is held back.
      const isOther = getComputedStyle(image).content.includes('gradient');
      const isDrawn = !isOther && image.checkVisibility({ visibilityProperty: true });
      const isMissing = !image.getAttribute('src');
      const isBroken = image.complete && image.naturalWidth === 0;
      if (isDrawn && (isMissing || isBroken)) seen.add(image.outerHTML);
    }
  }, 100);
}

for (const [path, tag] of pages.map((each) => (typeof each === 'string' ? [each] : each))) {
  test(`${path} shows no broken picture in its first five seconds on a slow line`, {
    tag: tag ? [tag] : [],
  }, async ({ page, context }) => {
    await logInAsGuest(page);
    const client = await context.newCDPSession(page);
    await client.send('Network.emulateNetworkConditions', { offline: false, ...slowLine });
    await page.addInitScript(watchPictures);
    await page.goto(path);
    await page.waitForTimeout(5000);
    const broken = await page.evaluate(() => [
      ...(window as unknown as { brokenPictures: Set<string> }).brokenPictures,
    ]);
    expect(broken).toEqual([]);
    // On a busy machine, what the page has preloaded is used only now.
    await alive(page);
  });
}

test('a picture whose file is gone leaves an empty space, not a broken picture', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/Failed to load resource/);
  await page.route(/\/images\//, (route) => route.abort());
  await page.goto('/productlist');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('article img')).toHaveCount(0);
});
