import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  expectList,
  fallbackMessages,
  list,
  storedFailures,
  test,
} from '../faults/fallback-steps.ts';
import { tamper, tamperShell } from '../release-folder.ts';
import { expect, requestsOf } from '../support.ts';

const mark = (text: string) => `globalThis.tampered=true;${text}`;
const hide = (text: string) => `${text}body{display:none}`;

const hasRun = (page: Page) => page.evaluate(() => 'tampered' in globalThis);

const files = { entry: 'remoteEntry.js', chunk: list, 'style sheet': '' };

for (const [what, named] of Object.entries(files)) {
  test(`a tampered ${what} is never used: the shopper sees the previous version`, async ({
    page,
    openShop,
    expectConsole,
  }) => {
    expectConsole(fallbackMessages);
    const { url, folder, good, next } = await openShop();
    const sheet = next.files['./ProductList']?.find((file) => file.endsWith('.css')) ?? '';
    const isScript = named !== '';
    await tamper(folder, next, named || path.basename(sheet), isScript ? mark : hide);
    const refusals: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('integrity')) refusals.push(message.text());
    });

    // A list that is opened first has its sheets in its HTML, from when the server read them.
    await page.goto(isScript ? `${url}/productlist` : `${url}/help`);
    if (!isScript) await page.getByRole('link', { name: 'Shop Now' }).click();
    await expectList(page, 'The collection', good);
    expect(await hasRun(page)).toBe(false);
    expect(refusals.join()).toContain(`/${next.version}/`);
    expect(await storedFailures(page)).toContain(next.version);

    // This visitor's browser no longer requests the failed version.
    const requested = requestsOf(page);
    await page.reload();
    await expectList(page, 'The collection', good);
    const isNext = (address: string) => address.includes(next.version);
    expect(requested.filter(isNext)).toEqual([]);
    await expect(page.locator(`[href*="${next.version}"], [data-sheet]`)).toHaveCount(0);
  });
}

test('a tampered part of the registry, which names the version to fall back to, is not trusted', async ({
  page,
  openShop,
  expectConsole,
}) => {
  expectConsole(/integrity|mfe[-_]catalog|404/);
  const { url, folder, next } = await openShop();
  await tamper(folder, next, 'remoteEntry.js', mark);
  const html = await (await fetch(`${url}/productlist`)).text();
  const [address = ''] = /\/static\/registry\.\w+\.json/.exec(html) ?? [];
  const body = `${await (await fetch(url + address)).text()} `;
  await page.route(`**${address}`, (route) =>
    route.fulfill({ body, contentType: 'application/json' }),
  );
  // The shop would else ask this registry, which names the same version.
  await page.route('**/registry.json', (route) => route.fulfill({ status: 404 }));
  await page.goto(`${url}/productlist`);
  await expect(page.getByRole('heading', { name: /Catalogue can’t be reached/ })).toBeVisible();
  expect(await hasRun(page)).toBe(false);
});

test('a tampered script of the shell never runs, and the page says that the shop could not be loaded', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  expectConsole(/integrity/);
  const { url, folder } = await openRelease();
  await tamperShell(folder, 'js/index.', mark);
  const refused = page.waitForEvent('console', (message) =>
    /integrity.*\/static\/js\/index\./.test(message.text()),
  );
  await page.goto(url);
  await refused;
  await expect(page.getByRole('alert')).toContainText('The shop could not be loaded just now.');
  expect(await hasRun(page)).toBe(false);
});

test('a tampered script that the shell loads later is not used, and the page says what is missing', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  expectConsole(/integrity|Loading chunk|ChunkLoadError|mock/);
  const { url, folder } = await openRelease();
  await tamperShell(folder, 'js/async/mock.', mark);
  await page.goto(`${url}/productlist`);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await hasRun(page)).toBe(false);
});
