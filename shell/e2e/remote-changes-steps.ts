import { serve } from '@patchwork/release';
import type { Page } from '@playwright/test';
import { type LocalServer, listen } from '../../scripts/lib/local-server.ts';
import { openDevtools, panel } from './devtools-steps.ts';
import { type LocalCatalog, openCatalog } from './local-catalog.ts';
import { release } from './private-release.ts';
import { test as base } from './support.ts';

interface Fixtures {
  /** Where the released shop is served with devtools on. */
  shop: string;
  catalog: LocalCatalog;
  /** Another server on this machine, for this test alone. */
  open: typeof listen;
}

export const test = base.extend<Fixtures>({
  shop: async ({ context }, use) => {
    const server = await serve({ release, port: 0, defaultConfig: { devtools: {} } });
    await use(server.url);
    await context.close();
    await server.stop();
  },
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

export const hero = 'Made slowly, worn often.';
export const localHero = 'Sewn on this machine.';

export const badge = (page: Page) => page.getByRole('complementary', { name: 'Not as released' });

/** Opens the panel's entry of one remote. */
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

/** Stores changes as the panel does, and reloads the page. */
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
