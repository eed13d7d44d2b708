import {
  type Browser,
  type BrowserContext,
  type CDPSession,
  chromium,
  type Page,
} from '@playwright/test';
import { provideChromium } from '../../scripts/lib/chromium.ts';
import type { Reference } from './one-bundle.ts';
import type { Runs } from './report.ts';

/** Page to measure. The selectors name elements that a visitor waits for. */
export interface MeasuredPage {
  readonly name: string;
  readonly path: string;
  /** Whether the visitor is logged in and has a product in the cart. */
  readonly session?: true;
  /** Elements that make the page readable once all are visible and those that are pictures have loaded. */
  readonly readable: readonly string[];
  /** Elements that make the page complete once all are visible, and usable once React has attached their handlers. */
  readonly usable: readonly string[];
}

const heading = 'main h1';
const filter = 'main aside input[type="checkbox"]';
const button = 'main article button, main h1 ~ div button';

export const homePage: MeasuredPage = {
  name: 'home',
  path: '/',
  readable: [heading, 'main section img'],
  usable: ['main h3 a'],
};

export const listPage: MeasuredPage = {
  name: 'list',
  path: '/productlist',
  readable: [heading, filter],
  usable: [filter, 'main article button'],
};

export const detailPage: MeasuredPage = {
  name: 'detail',
  path: '/productlist/puddle-raincoat',
  readable: [heading],
  usable: [button],
};

export const cartPage: MeasuredPage = {
  name: 'cart',
  path: '/cart',
  session: true,
  readable: [heading],
  usable: ['main article button[aria-label^="Increase"]'],
};

export const pages: readonly MeasuredPage[] = [homePage, listPage, detailPage, cartPage];

interface Observed {
  readable?: number;
  complete?: number;
  usable?: number;
  largestPaint: number;
  layoutShift: number;
}

declare global {
  interface Window {
    benchObserved: Observed;
  }
}

/**
 * Observes when the page is readable, complete and usable. Runs in the page before its scripts, and checks once per
 * frame.
 */
function observe({ readable, usable }: Pick<MeasuredPage, 'readable' | 'usable'>): void {
  const observed: Observed = { largestPaint: 0, layoutShift: 0 };
  window.benchObserved = observed;

  const find = (selector: string) => document.querySelector<HTMLElement>(selector);
  function isInSight(selector: string): boolean {
    const element = find(selector);
    if (!element?.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      return false;
    if (element instanceof HTMLImageElement && !element.complete) return false;
    return element.getBoundingClientRect().height > 0;
  }
  /** Whether React has attached its handlers to an element. React stores them in a property of the element. */
  const isAlive = (selector: string) =>
    Object.keys(find(selector) ?? {}).some((key) => key.startsWith('__reactProps$'));

  function look(): void {
    const isReadable = observed.readable === undefined && readable.every(isInSight);
    const isComplete = observed.usable === undefined && usable.every(isInSight);
    const isUsable = isComplete && usable.every(isAlive);
    // The DOM of this frame is painted at its end.
    if (isReadable) setTimeout(() => (observed.readable ??= performance.now()));
    if (isComplete) setTimeout(() => (observed.complete ??= performance.now()));
    if (isUsable) setTimeout(() => (observed.usable ??= performance.now()));
    if (observed.usable === undefined || observed.readable === undefined) {
      requestAnimationFrame(look);
    }
  }
  requestAnimationFrame(look);

  const watch = (type: string, read: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(read)).observe({
      type,
      buffered: true,
    });
  watch('largest-contentful-paint', ({ startTime }) => {
    observed.largestPaint = startTime;
  });
  watch('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry &
      Record<'value', number> & {
        hadRecentInput: boolean;
      };
    if (!hadRecentInput) observed.layoutShift += value;
  });
}

/**
 * Reads the browser's timings of one load. Runs in the page once it is idle. Times are in milliseconds since navigation
 * start, sizes are those of compressed bodies in bytes.
 */
function readLoad() {
  const {
    readable = 0,
    complete = 0,
    usable = 0,
    largestPaint,
    layoutShift,
  } = window.benchObserved;
  const all = [
    ...(performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]),
    ...(performance.getEntriesByType('resource') as PerformanceResourceTiming[]),
  ].filter(({ name, transferSize }) => name.startsWith(location.origin) && transferSize > 0);
  const scripts = all.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
  const sum = (entries: readonly PerformanceResourceTiming[]) =>
    entries.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  const byEnd = all
    .filter(({ responseEnd }) => responseEnd <= usable)
    .sort((a, b) => a.responseEnd - b.responseEnd);
  const depths: number[] = [];
  for (const { startTime } of byEnd) {
    const earlier = depths.filter((_, index) => (byEnd[index]?.responseEnd ?? 0) <= startTime);
    depths.push(1 + Math.max(0, ...earlier));
  }
  return {
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    readable,
    complete,
    usable,
    largestPaint,
    layoutShift,
    scriptBytesUntilUsable: sum(scripts.filter(({ responseEnd }) => responseEnd <= usable)),
    scriptBytes: sum(scripts),
    bytes: sum(all),
    requests: all.length,
    /** Length of the longest chain of requests before the page is usable, each sent after its predecessor ended. */
    depth: Math.max(0, ...depths),
  };
}

export type Load = ReturnType<typeof readLoad>;

export interface Conditions {
  /** CPU slowdown factor. */
  readonly cpu: number;
  readonly latencyMs: number;
  /** Bytes per second; -1 for unlimited. */
  readonly bytesPerSecond: number;
}

/** Mid-range phone on a mobile network, as Lighthouse defines it. */
export const slow: Conditions = { cpu: 4, latencyMs: 150, bytesPerSecond: 1.6e6 / 8 };
/** Conditions under which all requests take about equally long, so that chains of requests can be counted. */
export const latencyOnly: Conditions = { cpu: 1, latencyMs: 300, bytesPerSecond: -1 };

type StoredSession = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Shop to measure: its URL, and the browser storage of a logged-in visitor. */
export interface Site {
  readonly url: string;
  readonly session: StoredSession;
}

export interface Setup {
  readonly browser: Browser;
  readonly shop: Site;
  readonly reference: Site;
  /** Build that `reference` serves. */
  readonly oneBundle: Reference;
}

interface VisitOptions {
  readonly conditions: Conditions;
  readonly viewport?: { readonly width: number; readonly height: number };
  /** Called before the navigation. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

const desktop = { width: 1440, height: 900 };

export async function openBrowser(): Promise<Browser> {
  const executablePath = await provideChromium();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const quiet = ['--disable-gpu', '--disable-background-networking', '--disable-component-update'];
  return chromium.launch({ executablePath, args: [...sandbox, ...quiet] });
}

async function applyConditions(client: CDPSession, conditions: Conditions): Promise<void> {
  const { cpu, latencyMs, bytesPerSecond } = conditions;
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}

const USABLE_TIMEOUT_MS = 60_000;

/**
 * Resolves once the page is usable; rejects if it isn't for a minute. Asks the browser itself: Playwright would first run
 * 330 kB of its own scripts in the page, while it starts.
 */
async function untilUsable(page: Page, client: CDPSession): Promise<void> {
  const expression = 'window.benchObserved?.usable !== undefined';
  for (const end = Date.now() + USABLE_TIMEOUT_MS; Date.now() < end; ) {
    // Fails while a pressed link replaces the document.
    const evaluated = await client.send('Runtime.evaluate', { expression }).catch(() => undefined);
    if (evaluated?.result.value === true) return;
    await page.waitForTimeout(250);
  }
  throw new Error(`${page.url()} did not become usable`);
}

/** Number of consecutive idle moments without a pending request, 50 ms apart, before a page counts as quiet. */
const QUIET_MOMENTS = 30;

/**
 * Resolves once no request has been pending for a while, so that the idle tasks have run. Counts idle moments and not
 * milliseconds, because on a busy machine the page's own idle tasks are late, too.
 */
async function untilQuiet(page: Page, running: ReadonlySet<unknown>): Promise<void> {
  for (let quiet = 0; quiet < QUIET_MOMENTS; quiet += 1) {
    await page.waitForTimeout(50);
    // Fails while a pressed link replaces the document.
    const isIdle = await page
      .evaluate(() => new Promise<boolean>((resolve) => requestIdleCallback(() => resolve(true))))
      .catch(() => false);
    if (!isIdle || running.size > 0) quiet = 0;
  }
}

/** Opens a page with an empty cache, calls `read` once it is usable and idle, and closes it. */
export async function visit<T>(
  browser: Browser,
  { url, session }: Site,
  target: MeasuredPage,
  { conditions, viewport = desktop, prepare }: VisitOptions,
  read: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({
    viewport,
    ...(target.session && { storageState: session }),
  });
  try {
    const page = await context.newPage();
    const running = new Set<unknown>();
    page.on('request', (request) => running.add(request));
    page.on('requestfinished', (request) => running.delete(request));
    page.on('requestfailed', (request) => running.delete(request));
    // Helper that the scripts' compiler calls to name functions.
    await page.addInitScript('globalThis.__name = (named) => named');
    await page.addInitScript(observe, { readable: target.readable, usable: target.usable });
    const client = await context.newCDPSession(page);
    await applyConditions(client, conditions);
    await prepare?.(page);
    await page.goto(url + target.path, { waitUntil: 'commit' });
    await untilUsable(page, client);
    await untilQuiet(page, running);
    return await read(page);
  } finally {
    await context.close();
  }
}

/** Loads a page with an empty cache. Resolves to its times and sizes. */
export const load = (
  browser: Browser,
  site: Site,
  target: MeasuredPage,
  options: VisitOptions,
): Promise<Load> => visit(browser, site, target, options, (page) => page.evaluate(readLoad));

/** Signs up with an email that no other site has, and puts a product into the cart. */
async function createSession(browser: Browser, url: string): Promise<StoredSession> {
  const page = await browser.newPage();
  await page.goto(`${url}/signup`);
  await page.getByLabel('Name').fill('Nila Menon');
  await page.getByLabel('Email').fill(`nila-${new URL(url).port}@patchwork.example`);
  for (const label of ['Password', 'Confirm password']) {
    await page.getByLabel(label, { exact: true }).fill('loom and needle');
  }
  await page.getByRole('button', { name: /sign ?up/i }).click();
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.getByRole('link', { name: 'Go to Cart' }).click();
  await page.reload();
  await page.getByRole('button', { name: 'Increase quantity' }).waitFor();
  const session = await page.context().storageState();
  await page.context().close();
  return session;
}

export const createSite = async (browser: Browser, url: string): Promise<Site> => ({
  url,
  session: await createSession(browser, url),
});

/** Measures two sites alternately, so that both see the same machine load. Resolves to the results of all runs. */
export async function alternate<T>(
  sites: Pick<Setup, 'shop' | 'reference'>,
  runs: number,
  measure: (site: Site) => Promise<T>,
): Promise<Runs<T>> {
  const shop: T[] = [];
  const reference: T[] = [];
  for (let run = 0; run < runs; run += 1) {
    shop.push(await measure(sites.shop));
    reference.push(await measure(sites.reference));
  }
  return { shop, reference };
}
