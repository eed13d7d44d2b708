import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { addToCart } from '../shopper-steps.ts';
import { expect, logInAsGuest, test } from '../support.ts';

/*
 * A page that is used for a long time. `pnpm soak page` makes 2,000 navigations and 500 changes of the cart,
 * the default run 120 and 30. Growth counts from the warm-up on: by then all that is loaded once is there.
 */
const isLong = process.env.SOAK === 'page';
const SAMPLES = isLong ? 10 : 2;
const ROUNDS_PER_SAMPLE = isLong ? 25 : 5;
const WARM_UP_ROUNDS = isLong ? 25 : 5;
const NAVIGATIONS_PER_ROUND = 8;

/**
 * Flags that turn off compiled code, which the page does not keep: it was nine tenths of the heap's growth in 120
 * navigations.
 */
const withoutCompilers = '--js-flags=--no-opt --no-maglev --no-sparkplug';

test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, args: [...(launchOptions.args ?? []), withoutCompilers] }),
});

interface Sample {
  readonly navigations: number;
  readonly heapBytes: number;
  readonly listeners: number;
  readonly nodes: number;
  readonly styles: number;
  readonly globals: number;
}

/** Follows links, from any page with the shop's header, and changes the cart twice a round. */
function browse(page: Page, rounds: number): Promise<void> {
  return page.evaluate(async (count) => {
    const targets = ['/', '/productlist', '/productlist/', '/wishlist', '/cart', '/checkout'];
    const links = [...targets, '/profile', '/orders'].map((path) =>
      path.endsWith('t/') ? `a[href^="${path}"]` : `a[href="${path}"]`,
    );

    async function find<T>(read: () => T | null | undefined | false, name: string): Promise<T> {
      const end = performance.now() + 15_000;
      for (;;) {
        const found = read();
        if (found) return found;
        if (performance.now() > end) throw new Error(`${name} does not come at ${location.href}`);
        await new Promise(requestAnimationFrame);
      }
    }
    const element = <T extends HTMLElement>(selector: string) =>
      find(() => document.querySelector<T>(selector), selector);
    const quantity = () => document.querySelector('main output')?.textContent;

    async function changeCart(button: string): Promise<void> {
      const before = quantity();
      (await element(`main button[aria-label^="${button}"]`)).click();
      await find(() => quantity() !== before, 'another quantity');
    }

    for (let done = 0; done < count; done += 1) {
      for (const selector of links) {
        const link = await element<HTMLAnchorElement>(selector);
        const { pathname } = link;
        link.click();
        await find(
          () =>
            location.pathname === pathname && document.querySelector('main[aria-busy=false] h1'),
          pathname,
        );
        if (pathname !== '/cart') continue;
        await changeCart('Increase');
        await changeCart('Decrease');
      }
    }
  }, rounds);
}

/** Counts what is left after a collection. */
async function measure(page: Page, navigations: number): Promise<Sample> {
  const client = await page.context().newCDPSession(page);
  await client.send('Performance.enable');
  // A finalizer that runs after the first collection frees more.
  for (let count = 0; count < 3; count += 1) await client.send('HeapProfiler.collectGarbage');
  const { metrics } = await client.send('Performance.getMetrics');
  await client.detach();
  const metric = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return {
    navigations,
    heapBytes: metric('JSHeapUsedSize'),
    listeners: metric('JSEventListeners'),
    nodes: metric('Nodes'),
    ...(await page.evaluate(() => ({
      styles: document.styleSheets.length + document.adoptedStyleSheets.length,
      globals: Object.keys(window).length,
    }))),
  };
}

test('a page that is used for a long time retains nothing of the pages it has shown', async ({
  page,
}, testInfo) => {
  if (isLong) test.setTimeout(30 * 60_000);
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  await browse(page, WARM_UP_ROUNDS);
  const first = await measure(page, WARM_UP_ROUNDS * NAVIGATIONS_PER_ROUND);
  let last = first;
  const samples = [first];
  for (let count = 0; count < SAMPLES; count += 1) {
    await browse(page, ROUNDS_PER_SAMPLE);
    last = await measure(page, last.navigations + ROUNDS_PER_SAMPLE * NAVIGATIONS_PER_ROUND);
    samples.push(last);
  }
  await writeFile(testInfo.outputPath('samples.json'), JSON.stringify(samples));

  expect(last.globals).toBe(first.globals);
  expect(last.styles).toBe(first.styles);
  // A few listeners come and go with what the header loads and drops.
  expect(last.listeners).toBeLessThan(first.listeners + 20);
  expect(last.nodes).toBeLessThan(first.nodes * 1.05);
  expect(last.heapBytes).toBeLessThan(first.heapBytes * 1.05);
});
