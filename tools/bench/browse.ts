import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { provideChromium } from '../../scripts/lib/chromium.ts';
import type { MeasuredPage } from './pages.ts';
import { type Load, observe, readLoad } from './probe.ts';
import type { Reference } from './reference/build.ts';
import type { Runs } from './table.ts';

export interface Conditions {
  /** How many times slower the processor is. */
  readonly cpu: number;
  readonly latencyMs: number;
  /** -1 is unlimited. */
  readonly bytesPerSecond: number;
}

/** A middling phone on a mobile network, as Lighthouse has it. */
export const slow: Conditions = { cpu: 4, latencyMs: 150, bytesPerSecond: 1.6e6 / 8 };
/** Every request takes about as long as any other, so that chains of requests can be counted. */
export const latencyOnly: Conditions = { cpu: 1, latencyMs: 300, bytesPerSecond: -1 };

type StoredSession = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Where a shop is served, and what a browser stores of its logged-in visitor. */
export interface Site {
  readonly url: string;
  readonly session: StoredSession;
}

/** What all measurements work with. */
export interface Setup {
  readonly browser: Browser;
  readonly shop: Site;
  readonly reference: Site;
  /** What the reference is served from. */
  readonly oneBundle: Reference;
}

export interface VisitOptions {
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

async function applyConditions(page: Page, conditions: Conditions): Promise<void> {
  const { cpu, latencyMs, bytesPerSecond } = conditions;
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  await client.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await client.send('Emulation.setCPUThrottlingRate', { rate: cpu });
}

/** Defines the function with which the compiler of these scripts names others: the page lacks it. */
export const defineName = (page: Page): Promise<unknown> =>
  page.addInitScript('globalThis.__name = (named) => named');

const QUIET_MS = 1500;

/** Resolves when no request has been on its way for a while: idle tasks have run by then. */
async function untilQuiet(page: Page, running: ReadonlySet<unknown>): Promise<void> {
  let quietSince = Date.now();
  while (Date.now() - quietSince < QUIET_MS) {
    await page.waitForTimeout(50);
    if (running.size > 0) quietSince = Date.now();
  }
}

/** Opens a page with an empty cache, passes it on once it is usable and quiet, and closes it. */
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
    await defineName(page);
    await page.addInitScript(observe, { readable: target.readable, usable: target.usable });
    await applyConditions(page, conditions);
    await prepare?.(page);
    await page.goto(url + target.path, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.benchObserved?.usable !== undefined, undefined, {
      polling: 250,
    });
    await untilQuiet(page, running);
    return await read(page);
  } finally {
    await context.close();
  }
}

/** One cold load of a page. */
export const load = (
  browser: Browser,
  site: Site,
  target: MeasuredPage,
  options: VisitOptions,
): Promise<Load> => visit(browser, site, target, options, (page) => page.evaluate(readLoad));

/** Signs up, by an email that no other site has, and puts a product into the cart. */
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

/**
 * Measures two sites in turn, so that both see the same load of the machine. Resolves with what each
 * run found.
 */
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
