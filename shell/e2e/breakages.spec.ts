import type { Page } from '@playwright/test';
import { closeDevtools, openRemote, panel, test } from './devtools-steps.ts';
import { expect, expectHeading, expectNoAxeViolations, onlyInAll } from './support.ts';

async function closePanel(page: Page): Promise<void> {
  // After a reload it opens again when the browser is idle.
  await expect(panel(page)).toBeVisible();
  await closeDevtools(page);
}

/** Breaks the account remote from the panel, as its developer does. */
async function breakAccount(page: Page, title: string): Promise<void> {
  await page.goto('/productlist');
  await openRemote(page, 'mfe-account');
  await page.getByLabel('Break mfe-account on purpose').selectOption(title);
  await page.getByRole('button', { name: 'Break it' }).click();
  await expect(page.getByText('mfe-account broken on purpose')).toBeVisible();
  await closePanel(page);
}

const login = (page: Page) => page.getByRole('link', { name: 'Login' }).click();
const unreachable = (page: Page) => page.getByRole('heading', { name: /Account can’t be reached/ });

async function expectShopGoesOn(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Shop Now' }).click();
  await expect(page.getByRole('article')).toHaveCount(14);
}

async function expectRepaired(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Repair: mfe-account' }).click();
  await expect(page.getByText('broken on purpose')).toBeHidden();
  await login(page);
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
}

test('unreachable: its requests fail, the page says so, the shop goes on', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/404|MIME type|mfe-account|Federation Runtime/);
  const failed: string[] = [];
  page.on('response', (response) => {
    if (!response.ok()) failed.push(new URL(response.url()).pathname);
  });
  await breakAccount(page, 'Unreachable');
  await login(page);
  await expect(unreachable(page)).toBeVisible();
  expect(failed).toContain('/remotes/unreachable/remoteEntry.js');
  await expectShopGoesOn(page);
  await expectRepaired(page);
});

test('slow: its page takes five seconds more', onlyInAll(), async ({ page }) => {
  await breakAccount(page, 'Slow');
  const startedAt = Date.now();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible();
  expect(Date.now() - startedAt).toBeGreaterThan(5000);
  await expectNoAxeViolations(page);
  await expectShopGoesOn(page);
});

const unread = 'This page can’t be shown at the moment';

test('corrupt: the registry leaves it out by name, its pages say so until the repair, the shop goes on', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/The registry leaves out mfe-account: (?:\w+: .*)?routes/);
  await breakAccount(page, 'Corrupt manifest');
  await login(page);
  await expectHeading(page, unread);
  await expectNoAxeViolations(page);
  await expectShopGoesOn(page);
  await login(page);
  await expectHeading(page, unread);
  expect(await page.locator('a[href*="not-found"]').count()).toBe(0);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectHeading(page, unread);
  await page.getByRole('button', { name: 'Repair: mfe-account' }).click();
  await expectHeading(page, 'Login');
  await expect(page).toHaveURL('/login');
});

test(
  'throws: its page shows the error screen, the shop goes on',
  onlyInAll(),
  async ({ page, expectConsole }) => {
    expectConsole(/broken on purpose/);
    await breakAccount(page, 'Throws on render');
    await login(page);
    await expect(
      page.getByRole('heading', { name: 'Unexpected Application Error!' }),
    ).toBeVisible();
    await expectShopGoesOn(page);
    await expectRepaired(page);
  },
);

test(
  'shared: the federation runtime refuses the version, the shop goes on',
  onlyInAll(),
  async ({ page, expectConsole }) => {
    expectConsole(/mfe-account|mfe_account|Federation Runtime/);
    await breakAccount(page, 'Wrong shared version');
    await login(page);
    await expect(unreachable(page)).toBeVisible();
    await page.keyboard.press('Alt+Shift+D');
    await panel(page).getByText('mfe-account', { exact: true }).first().click();
    await expect(
      page.getByText(/singleton module react does not satisfy the requirement of mfe_account/),
    ).toBeVisible();
    await closePanel(page);
    await expectShopGoesOn(page);
    await expectRepaired(page);
  },
);
