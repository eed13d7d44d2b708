import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { release } from '../release-folder.ts';
import { expect, requestsOf, test } from '../support.ts';

/** Every message of a violated policy fails a test, as each error in the console does: see support.ts. */

const products = (page: Page) => page.getByRole('article');

test('the shop works completely with the headers that the release folder contains for other servers', async ({
  page,
  shopUrl,
}) => {
  const text = await readFile(path.join(release, '_headers'), 'utf8');
  const headers = [...text.matchAll(/^ {2}([\w-]+): (.+)$/gm)].map(([, name = '', value = '']) => [
    name,
    value,
  ]);
  expect(headers.length).toBeGreaterThan(4);
  const body = await readFile(path.join(release, 'index.html'), 'utf8');
  await page.route(`${shopUrl}/productlist`, (route) =>
    route.fulfill({
      headers: { 'content-type': 'text/html', ...Object.fromEntries(headers) },
      body,
    }),
  );
  await page.goto('/productlist');
  await expect(products(page)).toHaveCount(14);
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await expect(page.getByText('Please login to continue!')).toBeVisible();
});

test('a remote of another origin runs if the configuration lists that origin', async ({
  page,
  openRelease,
}) => {
  const [shop, elsewhere] = [await openRelease(), await openRelease()];
  await shop.configure({ remoteOrigins: [elsewhere.url] });
  await shop.editRegistry(({ remotes }) => {
    for (const remote of remotes) Object.assign(remote, { entry: elsewhere.url + remote.entry });
  });
  const scripts = requestsOf(page, /\/remotes\//);
  await page.goto(`${shop.url}/productlist`);
  await expect(products(page)).toHaveCount(14);
  await expect(products(page).first()).toHaveCSS('display', /flex|grid/);
  const origins = scripts.map((url) => new URL(url).origin);
  expect([...new Set(origins)]).toEqual([elsewhere.url]);
});

test('a worker of a remote of another origin may fetch what its page may, and nothing else', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  expectConsole(/Content Security Policy|importScripts|in a worker/);
  const [shop, elsewhere, stranger] = await Promise.all([
    openRelease(),
    openRelease(),
    openRelease(),
  ]);
  await shop.configure({ remoteOrigins: [elsewhere.url] });
  const code = `
    const statusOf = (address) => fetch(address).then(({ status }) => status, () => 'refused');
    onmessage = async ({ data }) => postMessage(await Promise.all(data.map(statusOf)));`;
  for (const { folder } of [elsewhere, stranger])
    await writeFile(path.join(folder, 'static/worker.js'), code);
  await page.goto(`${shop.url}/login`);
  const run = (from: string, ...addresses: string[]) =>
    page.evaluate(
      ([script, asked]) =>
        new Promise((resolve) => {
          const worker = new Worker(`/worker.js#${encodeURIComponent(script)}`);
          worker.addEventListener('message', ({ data }) => resolve(data));
          worker.addEventListener('error', ({ message = '' }) => {
            // What the policy refuses the code is its own answer.
            if (!message.includes('in a worker')) resolve('refused');
          });
          worker.postMessage(asked);
        }),
      [`${from}/static/worker.js`, addresses] as const,
    );
  const registries = [shop, elsewhere, stranger].map(({ url }) => `${url}/registry.json`);
  expect(await run(elsewhere.url, '/registry.json', ...registries)).toEqual([
    ...[200, 200, 200],
    'refused',
  ]);
  expect(await run(stranger.url)).toBe('refused');
});

test('another page can’t frame the shop: its policy forbids it, and without headers it does not start', async ({
  page,
  shopUrl,
  expectConsole,
}) => {
  expectConsole(/frame-ancestors/);
  // The framed page does not start, so it uses no file that its HTML preloads. The browser warns of that after
  // some seconds.
  expectConsole(/preloaded using link preload but not used/);
  const other = 'http://other.localhost:9997/';
  const body = `<iframe src="${shopUrl}/productlist?category=WOMEN#reproduce=x" width="900" height="700"></iframe>`;
  await page.route(other, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(other);
  await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);

  await page.route(`${shopUrl}/productlist*`, async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(other);
  const framed = page.frameLocator('iframe');
  await expect(
    framed.getByRole('heading', { name: 'The shop is inside another page' }),
  ).toBeVisible();
  await expect(framed.getByRole('button')).toHaveCount(0);
  const opened = page.waitForEvent('popup');
  await framed.getByRole('link', { name: 'Open the shop' }).click();
  const shop = await opened;
  await expect(products(shop)).not.toHaveCount(0);
  await expect(shop).toHaveURL(`${shopUrl}/productlist?category=WOMEN`);
});

test('a script from a URL outside the release is refused by name, and text does not become HTML', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/TrustedHTML|Trusted ?Type/);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const load = (address: string) =>
    page.evaluate((src) => void Object.assign(document.createElement('script'), { src }), address);
  await load('/static/js/any.js');
  await expect(load('https://evil.example/a.js')).rejects.toThrow(
    'TypeError: The shop runs no script from https://evil.example/a.js: see docs/security.md',
  );
  const write = page.evaluate(() => {
    document.createElement('div').innerHTML = '<p>';
  });
  await expect(write).rejects.toThrow('TrustedHTML');
  const another = page.evaluate(() =>
    window.trustedTypes?.createPolicy('another', { createHTML: (text) => text }),
  );
  await expect(another).rejects.toThrow('Policy "another" disallowed');
});

test('a browser can install the shop: it may read the manifest, and each icon has its declared size', async ({
  page,
}) => {
  await page.goto('/login');
  const session = await page.context().newCDPSession(page);
  const { url, errors, data = '' } = await session.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.json');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A test's browser is like a private window; Chromium's headless shell does not check this.
  const problems = installabilityErrors.map(({ errorId }) => errorId);
  expect(problems.filter((problem) => problem !== 'in-incognito')).toEqual([]);
  const { icons }: { icons: { src: string; sizes: string }[] } = JSON.parse(data);
  const sizes = await page.evaluate(
    (sources) =>
      Promise.all(
        sources.map(async (src) => {
          const picture = new Image();
          picture.src = src;
          await picture.decode();
          return `${picture.naturalWidth}x${picture.naturalHeight}`;
        }),
      ),
    icons.filter(({ sizes }) => sizes !== 'any').map(({ src }) => src),
  );
  expect(sizes).toEqual(['192x192', '512x512', '512x512']);
});
