import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { type LocalServer, listen } from '../../scripts/lib/local-server.ts';
import { integrityOf, release, stableVersion } from '../release-folder.ts';
import { test as base } from '../support.ts';

interface LocalCatalog extends LocalServer {
  /** Changes a text in every script and JSON file of the catalogue. */
  replace: (text: string, by: string) => Promise<void>;
}

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
};

/** Sends a folder's files as a development server does: never cached, and readable by pages of any origin. */
const sendFilesOf =
  (folder: string): RequestListener =>
  async ({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    response.setHeader('access-control-allow-origin', '*');
    response.setHeader('cache-control', 'no-store');
    response.setHeader('content-type', types[path.extname(pathname)] ?? 'text/plain');
    const content = await readFile(path.join(folder, pathname)).catch(() => undefined);
    response.writeHead(content ? 200 : 404).end(content);
  };

async function catalogFolder(): Promise<string> {
  const catalog = await stableVersion(release, 'mfe-catalog');
  return path.join(release, path.dirname(catalog.entry));
}

/** Changes a text in every script and JSON file. The entry comes last, as it has the hashes of the others. */
async function replaceIn(folder: string, text: string, by: string): Promise<void> {
  const files = await readdir(folder, { recursive: true });
  const isEntry = (file: string) => Number(file === 'remoteEntry.js');
  const texts = files
    .filter((file) => /\.js(?:on)?$/.test(file))
    .toSorted((a, b) => isEntry(a) - isEntry(b));
  const hashes: [string, string][] = [];
  for (const file of texts) {
    const before = await readFile(path.join(folder, file), 'utf8');
    let after = before.replaceAll(text, by);
    if (isEntry(file)) for (const hash of hashes) after = after.replaceAll(...hash);
    hashes.push([integrityOf(before), integrityOf(after)]);
    await writeFile(path.join(folder, file), after);
  }
}

/** Starts a server for a copy of the catalogue's published files, which a test may change. */
async function openCatalog(): Promise<LocalCatalog> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-catalog-'));
  await cp(await catalogFolder(), folder, { recursive: true });
  const server = await listen(sendFilesOf(folder));
  return {
    ...server,
    replace: (text, by) => replaceIn(folder, text, by),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true });
    },
  };
}

interface Fixtures {
  catalog: LocalCatalog;
  /** Starts another server on this machine, for this test alone. */
  open: typeof listen;
}

export const test = base.extend<Fixtures>({
  baseURL: async ({ devtoolsUrl }, use) => use(devtoolsUrl),
  catalog: async ({ context }, use) => {
    const catalog = await openCatalog();
    await use(catalog);
    await context.close();
    await catalog.stop();
  },
  open: async ({ context }, use) => {
    const servers: LocalServer[] = [];
    await use(async (respond) => {
      const server = await listen(respond);
      servers.push(server);
      return server;
    });
    await context.close();
    await Promise.all(servers.map((server) => server.stop()));
  },
});

export const panel = (page: Page): Locator => page.getByRole('dialog', { name: 'Devtools' });

export async function openDevtools(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open devtools' }).click();
  await expect(panel(page)).toBeVisible();
}

export async function closeDevtools(page: Page): Promise<void> {
  await page.keyboard.press('Alt+Shift+D');
  await expect(panel(page)).toBeHidden();
}

/** Chooses a tab of the panel or, while the Mock tab is selected, a part of that tab. */
export const chooseTab = (page: Page, name: string) =>
  panel(page).getByRole('tab', { name, exact: true }).click();

export async function play(page: Page, scenario: string): Promise<void> {
  await panel(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: new RegExp(`^${scenario}`) }) })
    .getByRole('button', { name: 'Play' })
    .click();
  await expect(panel(page).getByText(`“${scenario}” is in force.`)).toBeVisible();
}

export const products = (page: Page): Locator => page.getByRole('article');

/** Returns the duration of the page's longest task during `action`, in milliseconds. */
export async function longestTask(page: Page, action: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const seen: number[] = [];
    const observer = new PerformanceObserver((list) =>
      seen.push(...list.getEntries().map(({ duration }) => duration)),
    );
    observer.observe({ type: 'longtask' });
    Reflect.set(window, 'longTasks', { seen, observer });
  });
  await action();
  return page.evaluate(async () => {
    // The layout that follows counts as well.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));
    const { seen } = Reflect.get(window, 'longTasks') as { seen: number[] };
    return Math.round(Math.max(0, ...seen));
  });
}

/** Returns the page's least height in any animation frame during an action, in pixels. */
export async function leastHeight(page: Page, action: () => Promise<void>): Promise<number> {
  const least = await page.evaluateHandle(() => {
    const found = { height: Infinity };
    const look = () => {
      found.height = Math.min(found.height, document.documentElement.scrollHeight);
      requestAnimationFrame(look);
    };
    look();
    return found;
  });
  await action();
  return least.evaluate(({ height }) => height);
}

export const hero = 'Made slowly, worn often.';
export const localHero = 'Sewn on this machine.';

export const badge = (page: Page) => page.getByRole('complementary', { name: 'Not as released' });

/** Opens the devtools panel and, in it, the entry of one remote. */
export async function openRemote(page: Page, id: string): Promise<void> {
  await openDevtools(page);
  await panel(page).getByText(id, { exact: true }).first().click();
}

export async function check(page: Page, id: string, address: string): Promise<void> {
  await page.getByRole('textbox', { name: `Use ${id} from another address` }).fill(address);
  await page
    .getByRole('region', { name: `Controls of ${id}` })
    .getByText('Check')
    .click();
}

/** Stores overrides and breakages of remotes as the panel does, and reloads the page. */
export async function changeRemotes(
  page: Page,
  changes: { overrides?: object[]; breakages?: object },
): Promise<void> {
  await page.evaluate((changes) => {
    const value = { overrides: [], breakages: {}, failedOverrides: [], ...changes };
    sessionStorage.setItem('patchwork:remote-changes', JSON.stringify({ version: 1, value }));
  }, changes);
  await page.reload();
}
