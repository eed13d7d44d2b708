import type { Page } from '@playwright/test';
import { openRelease, type PrivateRelease } from '../release-folder.ts';
import { test as base, expect, expectHeading, onlyInAll } from '../support.ts';
import { addOwnApi } from './own-api.ts';
import { id, makeLinkedRepository, openAlone, openHome } from './team-repository.ts';

const test = base.extend<{ shop: PrivateRelease }>({
  shop: async ({}, use) => {
    const shop = await openRelease();
    await use(shop);
    await shop.close();
  },
  baseURL: async ({ shop }, use) => use(shop.url),
});

test.describe.configure({ timeout: 600_000 });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function expectWorks(page: Page): Promise<void> {
  await expectHeading(page, 'Own API');
  await expect(page.getByRole('listitem').filter({ hasText: 'Happy birthday' })).toBeVisible();
  await expect(page.getByText('Red paper')).toBeVisible();
  await button(page, 'Add').click();
  await expect(page.getByRole('listitem').filter({ hasText: 'For Tara' })).toBeVisible();
  await button(page, 'Add too much').click();
  await expect(page.getByText('must have at most 20 characters')).toBeVisible();
}

test(
  'a remote’s own API works in the shop on its mock, in the tester, in its tests and on its stand-alone page',
  onlyInAll(),
  async ({ page, shop }) => {
    const home = await openHome('unchecked');
    const team = await makeLinkedRepository(home, shop.url);
    await addOwnApi(team);
    await team.patchwork('types');
    await team.tool('tsc', '--noEmit', '-p', '.');
    expect(await team.tool('vitest', 'run')).toMatch(/Tests .*3 passed/);
    await team.patchwork('publish', '--build', '--load', '--to', shop.folder);

    await shop.configure({ devtools: {} });
    await page.goto('/own-api');
    await expectWorks(page);

    await page.goto('/mockman');
    const own = page.getByRole('table', { name: `Endpoints of ${id}` }).first();
    await own.getByRole('button', { name: 'Use POST /api/gift-notes' }).click();
    await button(page, 'Submit').click();
    await expect(page.getByRole('region', { name: 'Response' })).toContainText('201');

    await team.tool('rsbuild', 'build', '--environment', 'standalone');
    await openAlone(page, team.root, '/own-api');
    await expectWorks(page);
    await home.remove();
  },
);
