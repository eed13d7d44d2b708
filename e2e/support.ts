import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { readSample } from '@patchwork/mock-server/sample-answers';
import { serve } from '@patchwork/release';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { openRelease, type PrivateRelease, release } from './release-folder.ts';

/** Server that answers the API calls of the shop under test. */
export type Target = 'the mock' | 'the API' | 'the API on Postgres';

interface ServedShop {
  readonly url: string;
  /**
   * Resets all data to the sample data, with this many pieces of each product in stock. Does nothing on the mock, which
   * starts anew in each browser.
   */
  readonly reset: (stock?: number) => Promise<void>;
  /** Gives a user of the API the operator's role. */
  readonly makeOperator: (email: string) => Promise<void>;
  readonly importProducts: (csv: string) => Promise<void>;
  readonly stop: () => Promise<void>;
}

/**
 * Serves the release as `pnpm start` does or, with the API, as `pnpm start --api` does. Resolves with undefined if the
 * target needs Postgres and this machine has none.
 */
async function serveShop(target: Target): Promise<ServedShop | undefined> {
  if (target === 'the mock') {
    const server = await serve({ release, port: 0, sample: readSample });
    const nothing = async () => undefined;
    return { ...server, reset: nothing, makeOperator: nothing, importProducts: nothing };
  }
  // Loaded here, because that takes over a second.
  const { openResettableServer } = await import('@patchwork/api-server/testing');
  const api = await openResettableServer(target === 'the API' ? 'embedded' : 'postgres');
  if (!api) return undefined;
  const server = await serve({
    release,
    port: 0,
    defaultConfig: api.shopConfig,
    api: api.read,
    delegate: api,
  });
  return {
    url: server.url,
    reset: api.reset,
    makeOperator: api.makeOperator,
    importProducts: api.importProducts,
    stop: async () => {
      await server.stop();
      await api.stop();
    },
  };
}

export { expect };

interface Fixtures {
  sampleData: undefined;
  /** Serves a copy of the release for this test alone, which may break it. */
  openRelease: () => Promise<PrivateRelease>;
  /** Allows console messages that match. Every other warning, error or exception fails the test. */
  expectConsole: (pattern: RegExp) => void;
  consoleWatch: {
    readonly expect: (pattern: RegExp) => void;
    readonly watch: (context: BrowserContext) => Promise<void>;
  };
  /** A page of another browser, which shares only the API with the test's own. */
  otherDevice: Page;
}

export interface WorkerFixtures {
  /** Target that a project of playwright.config.ts sets. */
  target: Target;
  /** The released shop; undefined if the target is not available. */
  servedShop: Awaited<ReturnType<typeof serveShop>>;
  /** Address at which the released shop is served; '' if the target is not available. */
  shopUrl: string;
  /** Address of the released shop with devtools, as `pnpm start` serves it. */
  devtoolsUrl: string;
}

/** Chromium’s warning about a preloaded file that is not used within some seconds. */
const unusedPreload = /The resource (\S+) was preloaded using link preload but not used/;

const emptyHashes = ['sha256', 'sha384'].map((name) => createHash(name).digest('base64'));

/**
 * Whether a message is Firefox's report of a file that was loading when its page was left: it contains the hash of an
 * empty file, or names a failed chunk.
 */
const isAborted = (text: string): boolean =>
  /Loading chunk \S+ failed/.test(text) || emptyHashes.some((hash) => text.includes(hash));

/** Records the addresses of scripts that the page has run, and of style sheets that it has applied. */
const recordUse = () => {
  const used = new Set<string>();
  Object.defineProperty(window, Symbol.for('used files'), { value: used });
  document.addEventListener(
    'load',
    ({ target }) => {
      if (target instanceof HTMLScriptElement) used.add(target.src);
      if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') used.add(target.href);
    },
    true,
  );
};

const usesFile = (address: string): Promise<void> =>
  new Promise((resolve) => {
    const used: ReadonlySet<string> = Reflect.get(window, Symbol.for('used files'));
    const look = () => used.has(address) && resolve();
    document.addEventListener('load', look, true);
    look();
  });

export const test = base.extend<Fixtures, WorkerFixtures>({
  target: ['the mock', { scope: 'worker', option: true }],
  servedShop: [
    async ({ target }, use) => {
      const shop = await serveShop(target);
      await use(shop);
      await shop?.stop();
    },
    { scope: 'worker' },
  ],
  shopUrl: [async ({ servedShop }, use) => use(servedShop?.url ?? ''), { scope: 'worker' }],
  // Here, because a spec with a worker fixture of its own gets processes of its own, which take 3 s to start.
  devtoolsUrl: [
    async ({}, use) => {
      const server = await serve({ release, port: 0, defaultConfig: { devtools: {} } });
      await use(server.url);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  // Each test finds the sample data, as a new browser does on the mock.
  sampleData: [
    async ({ servedShop }, use, testInfo) => {
      if (!servedShop && process.env.CI) throw new Error('This machine has no Postgres server.');
      testInfo.skip(!servedShop, 'This machine has no Postgres server.');
      await servedShop?.reset();
      await use(undefined);
    },
    { auto: true },
  ],
  baseURL: async ({ shopUrl }, use) => use(shopUrl),
  openRelease: async ({ context }, use) => {
    const opened: PrivateRelease[] = [];
    await use(async () => {
      const copy = await openRelease();
      opened.push(copy);
      return copy;
    });
    // The page is closed first: its requests in idle time must still find their server.
    await context.close();
    await Promise.all(opened.map((copy) => copy.close()));
  },
  consoleWatch: async ({ browserName }, use) => {
    const expected: RegExp[] = [];
    const unexpected = new Set<string>();
    const report = (text: string) => {
      if (browserName === 'firefox' && isAborted(text)) return;
      if (!expected.some((pattern) => pattern.test(text))) unexpected.add(text);
    };
    await use({
      expect: (pattern) => expected.push(pattern),
      async watch(context) {
        await context.addInitScript(recordUse);
        context.on('console', (message) => {
          if (!['warning', 'error'].includes(message.type())) return;
          const text = `${message.type()}: ${message.text()} (${message.location().url})`;
          report(text);
          const [, file] = unusedPreload.exec(text) ?? [];
          if (file === undefined) return;
          const page = message.page();
          const accept = () => unexpected.delete(text);
          // On a busy machine a page is fetched when its link is hovered, and opened seconds later,
          page?.evaluate(usesFile, file).then(accept, () => undefined);
          // or the document is left while the file that uses it loads.
          page?.once('domcontentloaded', accept);
        });
        context.on('weberror', (thrown) => report(`exception: ${thrown.error()}`));
      },
    });
    expect([...unexpected], 'the console stays silent').toEqual([]);
  },
  expectConsole: [
    async ({ context, consoleWatch }, use) => {
      await consoleWatch.watch(context);
      await use(consoleWatch.expect);
    },
    { auto: true },
  ],
  otherDevice: async ({ browser, consoleWatch }, use) => {
    const context = await browser.newContext();
    await consoleWatch.watch(context);
    await use(await context.newPage());
    await context.close();
  },
});

/** Details of a test that only `pnpm test --all` runs, because another test shows the same in another way. */
export const onlyInAll = (isOnlyInAll = true) => ({ tag: isOnlyInAll ? ['@all'] : [] });

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
);

/**
 * Returns each of axe's rules that the page breaks at the moment, best practices included, and the elements at fault.
 * Waits for animations to end, because they change contrasts, and keeps messages from leaving in the meantime.
 */
export async function axeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const axe = Reflect.get(window, 'axe') as typeof import('axe-core');
    // Animations in closed details are not seen, and their `finished` is never settled.
    const moves = ({ effect, playState }: Animation) =>
      playState === 'running' &&
      effect instanceof KeyframeEffect &&
      effect.target?.checkVisibility() === true &&
      effect.getComputedTiming().iterations !== Infinity;
    const countsDown = (animation: Animation) =>
      animation instanceof CSSAnimation && animation.animationName === 'Toastify__trackProgress';
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const countdowns = new Set<Animation>();
    /** Waits until nothing moves. A message whose time has just run out starts to leave in the next frame. */
    async function rest(): Promise<void> {
      await frame();
      const moving = document.getAnimations().filter(moves);
      for (const countdown of moving.filter(countsDown)) {
        countdown.pause();
        countdowns.add(countdown);
      }
      const others = moving.filter((animation) => !countsDown(animation));
      if (others.length === 0) return;
      await Promise.allSettled(others.map(({ finished }) => finished));
      await rest();
    }
    await rest();
    const results = await axe.run(document, { resultTypes: ['violations', 'incomplete'] });
    for (const countdown of countdowns) countdown.play();
    // Text in the colour of its background is no violation to axe: it might be intended.
    const unseen = results.incomplete.flatMap((rule) => {
      const nodes = rule.nodes.filter(({ any }) =>
        any.some(({ data }) => data?.messageKey === 'equalRatio'),
      );
      return nodes.length > 0 ? [{ ...rule, nodes }] : [];
    });
    return [...results.violations, ...unseen].map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html)}`,
    );
  });
}

export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await axeViolations(page)).toEqual([]);
}

/** Holds back the page's requests to these addresses, until the returned function is called. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/** Returns a list that grows with each matching address that the page requests from now on. */
export function requestsOf(page: Page, wanted = /./): readonly string[] {
  const requested: string[] = [];
  page.on('request', (request) => {
    if (wanted.test(request.url())) requested.push(request.url());
  });
  return requested;
}

/** Expects the page to show a heading of level 1 with exactly this text. */
export const expectHeading = (page: Page, name: string): Promise<void> =>
  expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();

/** Marks the document. The mark is lost when the page is loaded again. */
export const markDocument = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.assign(globalThis, { isMarked: true }));

export const isSameDocument = (page: Page): Promise<boolean> =>
  page.evaluate(() => 'isMarked' in globalThis);

/** Puts the visitor of a page, or of a browser's pages, into a bucket when the next document is opened. */
export const putIntoBucket = (target: Page | BrowserContext, bucket: number) =>
  target.addInitScript(
    (text) => localStorage.setItem('patchwork:bucket', text),
    JSON.stringify({ version: 1, value: bucket }),
  );

/** Logs in as a guest. Ends on the product list. */
export async function logInAsGuest(page: Page): Promise<void> {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL('/productlist');
}

/** Waits until the shop's fonts are shown. On a first visit they are loaded once the page can be used. */
export async function fontsShown(page: Page): Promise<void> {
  await expect(page.locator('html[data-fonts]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
}

/** Maximum layout shift of words that move by less than a pixel when the fonts arrive. */
export const FONT_SHIFT = 0.0001;

/** Returns the page's cumulative layout shift so far, as the browser counts it. */
export async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[];
          resolve(
            shifts.reduce(
              (sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value),
              0,
            ),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        // An observer without entries is silent.
        setTimeout(() => resolve(0), 200);
      }),
  );
}
