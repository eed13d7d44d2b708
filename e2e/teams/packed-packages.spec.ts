import type { ChildProcess } from 'node:child_process';
import type { Page } from '@playwright/test';
import { openRelease, type PrivateRelease } from '../release-folder.ts';
import { expectSound } from '../screen-steps.ts';
import { checkOut, expectPlaced, logOut, orders, pay } from '../shopper-steps.ts';
import { test as base, expect, expectHeading, logInAsGuest, onlyInAll } from '../support.ts';
import { laboratoryConfig, looks, rows } from './laboratory.ts';
import { installExamples } from './prebuilt-remote.ts';
import {
  copyLinkedExample,
  expectVisitorSees,
  type Home,
  id,
  makeLinkedRepository,
  openHome,
  shopRepositoryState,
  type TeamRepository,
} from './team-repository.ts';
import { addressOf } from './workspace-copy.ts';

const test = base.extend<{ shop: PrivateRelease }>({
  shop: async ({}, use) => {
    const shop = await openRelease();
    await use(shop);
    await shop.close();
  },
  baseURL: async ({ shop }, use) => use(shop.url),
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

// In one worker, so that the packages are packed once.
test.describe.configure({ mode: 'default', timeout: 300_000 });

// Not by a fixture of the worker: such tests run last, and the other workers would wait for the longest one.
let home: Home;
test.beforeAll(async () => {
  test.setTimeout(300_000);
  home = await openHome('unchecked');
});
test.afterAll(() => home?.remove());

test('a remote in a workspace of npm needs only the packed packages, from types to a published page', async ({
  browser,
  shop,
}) => {
  test.skip(process.env.ALL_TESTS === 'true', 'repositories.spec.ts does this with npm.');
  const before = await shopRepositoryState();
  const team = await makeLinkedRepository(home, shop.url);
  const types = await team.patchwork('types');
  expect(types).toContain('imports from @patchwork/shop: Link,');
  await team.tool('tsc', '--noEmit', '-p', '.');
  expect(await team.tool('vitest', 'run')).toMatch(/Tests .*2 passed/);
  const checked = await team.patchwork('check', '--build', '--load', '--to', shop.folder);
  expect(checked).toContain(`${id} can be deployed`);
  await team.patchwork('publish', '--no-load', '--to', shop.folder);
  await expectVisitorSees(browser, shop.url, 'Gift notes');
  await expect(team.patchwork('list', '--to', 's3://shop/live')).rejects.toThrow(
    'npm install --save-dev @aws-sdk/client-s3@3',
  );
  expect(await shopRepositoryState()).toBe(before);
});

/** Publishes the laboratory, whose pages have one ordinary need of a team each. */
async function publishLaboratory(shop: PrivateRelease) {
  await shop.configure(laboratoryConfig);
  await installExamples('mfe-everything');
  const team = await copyLinkedExample(home, 'mfe-everything');
  await team.patchwork('types', '--to', shop.folder);
  await team.tool('tsc', '--noEmit', '-p', '.');
  expect(await team.tool('vitest', 'run')).toMatch(/Tests .*2 passed/);
  const published = await team.patchwork('publish', '--build', '--load', '--to', shop.folder);
  expect(published).toContain('its own error boundary caught an error');
  return team;
}

test('what ordinary teams put into a remote works in a released shop, and leaves nothing', async ({
  page,
  shop,
  expectConsole,
}) => {
  expectConsole(/part of the laboratory throws/);
  const team = await publishLaboratory(shop);
  await page.goto('/login');
  await expectHeading(page, 'Login');
  await page.waitForLoadState('networkidle');
  const before = await looks(page);

  await page.goto('/everything');
  for (const { heading, works } of rows) {
    await test.step(heading, async () => {
      await page.getByRole('link', { name: heading, exact: true }).click();
      await expectHeading(page, heading);
      await works(page);
      await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
      await expectHeading(page, 'Login');
      await page.mouse.move(0, 0);
      await expect.poll(() => looks(page)).toBe(before);
      expect(page.workers()).toEqual([]);
      await page.getByRole('banner').getByRole('link', { name: 'Laboratory' }).click();
      await expectHeading(page, 'Everything');
    });
  }

  await team.change('src/pages/Everything.tsx', '>Everything<', '>Nothing<');
  await team.patchwork('publish', '--build', '--no-load', '--to', shop.folder);
  await page.reload();
  await expectHeading(page, 'Nothing');
  await team.patchwork('rollback', 'mfe-everything', '--to', shop.folder);
  await page.reload();
  await expectHeading(page, 'Everything');
});

test.describe('one thing that ordinary teams put into a remote', onlyInAll(), () => {
  let shop: PrivateRelease;
  let team: TeamRepository;
  let development: ChildProcess;
  let developed: string;
  test.beforeAll(async () => {
    test.setTimeout(300_000);
    shop = await openRelease();
    team = await publishLaboratory(shop);
    development = team.start('patchwork', ['dev', '--shop', shop.url], { PORT: '0' });
    developed = await addressOf(development);
  });
  test.afterAll(async () => {
    development?.kill('SIGTERM');
    await shop?.close();
  });

  for (const { path, heading, works } of rows) {
    test(`${heading}, opened at first, released and in development`, async ({
      page,
      expectConsole,
    }) => {
      if (path === '/boundary') expectConsole(/part of the laboratory throws/);
      for (const address of [shop.url, developed]) {
        await page.goto(`${address}/everything${path}`);
        await expectHeading(page, heading);
        await works(page);
      }
    });
  }

  test('what a worker throws, and what the policy refuses it, is refused by the gate, and shown in development', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/the worker broke/);
    const publish = () => team.patchwork('check', '--build', '--load', '--to', shop.folder);
    const worker = 'src/pages/sum.worker.ts';
    const asks = "await fetch('/registry.json')";
    await team.change(
      worker,
      asks,
      "await fetch('https://elsewhere.example/').catch(() => ({ status: 0 }))",
    );
    await expect(publish()).rejects.toThrow(
      /connect-src\) refuses https:\/\/elsewhere\.example\S* in a worker/,
    );
    await team.change(
      worker,
      'self.onmessage',
      "throw new Error('the worker broke');\nself.onmessage",
    );
    await expect(publish()).rejects.toThrow(/A worker failed: .*the worker broke/);
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.goto(`${developed}/everything/workers`);
    await expect
      .poll(() => errors)
      .toContainEqual(
        expect.stringMatching(
          /A worker failed: .*the worker broke \(\S+static.{1,3}worker.{1,3}sum\S*js:\d+\)/,
        ),
      );
  });

  test('a late file that is gone is one message, and the text is there after one click', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/404|Loading chunk|mfe.everything/);
    await page.goto(`${shop.url}/everything/late`);
    await page.waitForLoadState('networkidle');
    await page.getByLabel('Note').fill('For Tara');
    await page.route('**/static/js/async/**', (route) => route.fulfill({ status: 404 }));
    await button(page, 'Show details').click();
    await expect(page.getByText('can’t be reached just now')).toHaveCount(1);
    await page.unroute('**/static/js/async/**');
    await button(page, 'Try again').click();
    await expect(page.getByLabel('Note')).toHaveValue('For Tara');
    await button(page, 'Show details').click();
    await expect(page.getByText('The details are here.')).toBeVisible();
  });
});

/** Logs in as the operator of the sample data, and opens an address of the back office. */
async function openAsOperator(page: Page, address: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel('Email').fill('operator@patchwork.example');
  await page.getByLabel('Password', { exact: true }).fill('selvedge-1907');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await expect(page).toHaveURL('/productlist');
  await page.goto(address);
}

const listed = (page: Page) => page.getByRole('list', { name: 'Orders' }).getByRole('link');

test(
  'the back office, a remote in a repository of its own, takes an order from placed to returned; a shopper is refused',
  onlyInAll(),
  async ({ page, shop, expectConsole }) => {
    // The page's report of the call that was refused.
    expectConsole(/backoffice.* failed/);
    const team = await copyLinkedExample(home, 'mfe-backoffice');
    await team.patchwork('types', '--to', shop.folder);
    await team.tool('tsc', '--noEmit', '-p', '.');
    expect(await team.tool('vitest', 'run')).toMatch(/Tests .*12 passed/);
    const published = await team.patchwork('publish', '--build', '--load', '--to', shop.folder);
    expect(published).not.toContain('warning');

    await logInAsGuest(page);
    await page.goto('/backoffice');
    await expectHeading(page, 'Orders');
    await expect(page.getByText('Only operators of the shop may do this.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Back office' })).toBeHidden();
    await page.goto('/productlist');
    await expect(page.getByRole('link', { name: /back ?office/i })).toHaveCount(0);
    await checkOut(page, 'Chikankari Tunic');
    await pay(page, 'Pay, and call back twice');
    await expectPlaced(page);
    await logOut(page);

    await openAsOperator(page, '/backoffice?search=asha%40patchwork.example');
    await expectSound(page, 'the orders of a shopper');
    await listed(page).first().click();
    await button(page, 'Mark as packed').click();
    await page.getByLabel('Carrier').fill('Blue Dart');
    await page.getByLabel('Tracking link').fill('https://bluedart.example/2048');
    // A toast below the pointer does not leave, and what moves is not examined.
    await expect(page.getByText('The order is packed.')).toBeHidden();
    await expectSound(page, 'an order that is to be shipped');
    await button(page, 'Mark as shipped').click();
    await button(page, 'Mark as delivered').click();
    await expect(page.getByText('Pay back without a return')).toBeVisible();
    await logOut(page);

    await logInAsGuest(page);
    await page.goto('/orders');
    await expect(page.getByRole('link', { name: 'Follow it at Blue Dart' })).toBeVisible();
    await page.getByRole('button', { name: /^Return products/ }).click();
    await page.getByRole('combobox', { name: 'Reason' }).selectOption('Too small');
    await button(page, 'Ask to return them').click();
    await expect(orders(page).getByText(/^Return requested/)).toBeVisible();
    await logOut(page);

    await openAsOperator(page, '/backoffice?status=delivered');
    await listed(page).first().click();
    await button(page, 'Accept the return').click();
    await expect(page.getByText('Return accepted')).toBeVisible();
    await expect(page.getByText('Nothing is left to do.')).toBeVisible();
    await expect(page.getByText('The return is accepted.')).toBeHidden();
    for (const part of ['Products', 'Shoppers']) {
      await page.getByRole('link', { name: part, exact: true }).click();
      await page.getByRole('list', { name: part }).locator('summary').first().click();
      await expectSound(page, part);
    }
  },
);
