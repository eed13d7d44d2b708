import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chooseRemotes } from '@patchwork/host';
import { readSample } from '@patchwork/mock-server/sample-answers';
import { serve } from '@patchwork/release';
import type { Page } from '@playwright/test';
import { alive } from '../prerendered-steps.ts';
import { readRegistry } from '../release-folder.ts';
import { test as base, expect, putIntoBucket } from '../support.ts';

const id = 'mfe-catalog';
const tenth = { 'first-row': { value: 'bestsellers', percent: 10 } };

/** Writes the values of the catalogue's settings into registry.json, as `patchwork set` does. */
async function setValues(folder: string, values?: object): Promise<void> {
  const { remotes, ...rest } = await readRegistry(folder);
  const changed = remotes.map(({ values: _before, ...remote }) =>
    remote.id === id && values ? { ...remote, values } : remote,
  );
  const text = JSON.stringify({ ...rest, remotes: changed });
  await writeFile(path.join(folder, 'registry.json'), text);
}

/** Returns a bucket whose visitors have the value, or the default. */
async function bucketWith(folder: string, isOn: boolean): Promise<number> {
  const registry = await readRegistry(folder);
  const has = (bucket: number) =>
    chooseRemotes(registry, { bucket, failed: [] }).remotes.find((remote) => remote.id === id)
      ?.values?.['first-row']?.isOn;
  const found = Array.from({ length: 100 }, (_, bucket) => bucket).find(
    (bucket) => has(bucket) === isOn,
  );
  if (found === undefined) throw new Error('no bucket is on that side');
  return found;
}

const test = base.extend<{ shop: { readonly url: string; readonly folder: string } }>({
  // A server of its own, which writes the data of its sample into the pages.
  shop: async ({ openRelease, page }, use) => {
    const { folder } = await openRelease();
    const config = await readFile(path.join(folder, 'config.json'), 'utf8').catch(() => '{}');
    const server = await serve({
      ...{ release: folder, port: 0, sample: readSample, defaultConfig: JSON.parse(config) },
    });
    await setValues(folder, tenth);
    await use({ url: server.url, folder });
    // Requests of an open page would fail, and be named on the console.
    await page.close();
    await server.stop();
  },
});

/** Records which row comes first in each painted frame, and the heading of a server's HTML. */
const recordRows = (page: Page) =>
  page.addInitScript(() => {
    const seen: string[] = [];
    Object.assign(window, { rowsSeen: seen });
    requestAnimationFrame(function look() {
      const inHtml = document.querySelector('main > [data-rendered]:not([hidden]) h1');
      if (inHtml) Object.assign(window, { headingInHtml: inHtml });
      const row = document.querySelector('main h2');
      const text = row?.checkVisibility() ? row.textContent : undefined;
      if (text && !seen.includes(text)) seen.push(text);
      requestAnimationFrame(look);
    });
  });

const rowsSeen = (page: Page) => page.evaluate(() => Reflect.get(window, 'rowsSeen') as string[]);

/** Waits until the server writes the data into the HTML, of which `data-settings` says what it depends on. */
async function waitForRendered(page: Page, url: string, settings: RegExp) {
  await expect(async () => {
    const html = await (await page.request.get(url)).text();
    expect(html).toContain('id="patchwork-seed"');
    expect(/ data-settings="([^"]*)"/.exec(html)?.[1] ?? '').toMatch(settings);
  }).toPass();
}

/** Whether the page still has the heading of the server's HTML. */
const isKept = (page: Page) =>
  page.evaluate(() => {
    const heading: Element | undefined = Reflect.get(window, 'headingInHtml');
    return heading?.isConnected ?? false;
  });

test('a visitor in the share has the value without a flash, and another one keeps the HTML', async ({
  page,
  otherDevice,
  shop,
}) => {
  await waitForRendered(page, shop.url, /^first-row$/);
  await putIntoBucket(page, await bucketWith(shop.folder, true));
  await recordRows(page);
  await page.goto(shop.url);
  await alive(page);
  await expect(page.locator('main h2').first()).toHaveText('Bestsellers');
  expect(await rowsSeen(page)).toEqual(['Bestsellers']);
  expect(await isKept(page)).toBe(false);

  await waitForRendered(page, shop.url, /^first-row$/);
  await putIntoBucket(otherDevice, await bucketWith(shop.folder, false));
  await recordRows(otherDevice);
  await otherDevice.goto(shop.url);
  await alive(otherDevice);
  expect(await isKept(otherDevice)).toBe(true);
  await expect(otherDevice.locator('main h2').first()).toHaveText('Shop by Category');
  expect(await rowsSeen(otherDevice)).toEqual(['Shop by Category']);
  await otherDevice.close();

  await setValues(shop.folder);
  await page.goto(shop.url);
  await expect(page.locator('main h2').first()).toHaveText('Shop by Category');
  expect(await (await page.request.get(shop.url)).text()).not.toContain(' data-settings="');
});

test('a page that reads no setting stays in place for a visitor in the share', async ({
  page,
  shop,
}) => {
  const address = `${shop.url}/productlist`;
  await waitForRendered(page, address, /^$/);
  await putIntoBucket(page, await bucketWith(shop.folder, true));
  await recordRows(page);
  await page.goto(address);
  await alive(page);
  expect(await isKept(page)).toBe(true);
});

test('a value for everyone is in the HTML, which stays', async ({ page, shop }) => {
  await setValues(shop.folder, { 'first-row': { value: 'bestsellers', percent: 100 } });
  await waitForRendered(page, shop.url, /^first-row$/);
  await recordRows(page);
  await page.goto(shop.url);
  await alive(page);
  expect(await isKept(page)).toBe(true);
  expect(await rowsSeen(page)).toEqual(['Bestsellers']);
});
