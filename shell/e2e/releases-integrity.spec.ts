import path from 'node:path';
import { expectList, fallbackMessages, list, storedFailures, test } from './fallback-steps.ts';
import { point, tamper } from './release-versions.ts';
import { expect } from './support.ts';

test('an unchanged version is shown, and no failure is stored', async ({ page, openShop }) => {
  const { url, next } = await openShop();
  await page.goto(`${url}/productlist`);
  await expectList(page, 'The new collection', next);
  expect(await storedFailures(page)).toBeNull();
});

for (const [what, file] of [
  ['entry', 'remoteEntry.js'],
  ['chunk', list],
]) {
  test(`a tampered ${what} never runs: the shopper sees the previous version`, async ({
    page,
    openShop,
    expectConsole,
  }) => {
    expectConsole(fallbackMessages);
    const { url, folder, good, next } = await openShop();
    await tamper(folder, next, file ?? '', (text) => `globalThis.tampered=true;${text}`);
    const refusals: string[] = [];
    page.on('console', (message) => {
      if (message.text().includes('integrity')) refusals.push(message.text());
    });

    await page.goto(`${url}/productlist`);
    await expectList(page, 'The collection', good);
    expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
    expect(refusals.join()).toContain(`/${next.version}/`);
    expect(await storedFailures(page)).toContain(next.version);

    // From here on this visitor is spared the attempt.
    const requested: string[] = [];
    page.on('request', (request) => requested.push(request.url()));
    await page.reload();
    await expectList(page, 'The collection', good);
    expect(requested.filter((address) => address.includes(next.version))).toEqual([]);
  });
}

test('a tampered style sheet is refused as well', async ({ page, openShop, expectConsole }) => {
  expectConsole(fallbackMessages);
  const { url, folder, good, next } = await openShop();
  const sheet = next.files['./ProductList']?.find((file) => file.endsWith('.css')) ?? '';
  await tamper(folder, next, path.basename(sheet), (text) => `${text}body{display:none}`);
  await page.goto(`${url}/productlist`);
  await expectList(page, 'The collection', good);
});

test('a tampered chunk is refused where there is no previous version, too', async ({
  page,
  openShop,
  expectConsole,
}) => {
  expectConsole(fallbackMessages);
  const { url, folder, next } = await openShop();
  await point(folder, { stable: next });
  await tamper(folder, next, list, (text) => `globalThis.tampered=true;${text}`);
  await page.goto(`${url}/productlist`);
  await expect(page.getByRole('heading', { name: /Catalogue can’t be reached/ })).toBeVisible();
  expect(await page.evaluate(() => 'tampered' in globalThis)).toBe(false);
  expect(await storedFailures(page)).toBeNull();
});
