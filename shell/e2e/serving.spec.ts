import path from 'node:path';
import { parseRegistry } from '@patchwork/federation';
import { expect, test } from './support.ts';

const forEver = 'public, max-age=31536000, immutable';
const pages = [
  ['/', 200],
  ['/productlist?category=WOMEN', 200],
  ['/productlist/puddle-raincoat', 200],
  ['/cart', 200],
  // Its remote is the devtools', which this shop's configuration does not have.
  ['/mockman', 404],
  ['/nowhere/at/all', 404],
] as const;

for (const [address, status] of pages) {
  test(`${address} opens the shop when it is typed or shared`, async ({ request }) => {
    const response = await request.get(address, { headers: { accept: 'text/html' } });
    expect(response.status()).toBe(status);
    expect(response.headers()).toMatchObject({
      'content-type': 'text/html;charset=utf-8',
      'cache-control': 'no-cache',
    });
    expect(await response.text()).toContain('id="patchwork-registry">{"format":2,');
  });
}

test('the page links its icon once', async ({ request }) => {
  const html = await (await request.get('/')).text();
  expect(html.match(/<link rel="icon"/g)).toHaveLength(1);
});

test('what a page downloads is compressed, and cached for good where its name has a hash', async ({
  page,
}) => {
  const responses: { url: URL; headers: Record<string, string> }[] = [];
  page.on('response', (response) => {
    responses.push({ url: new URL(response.url()), headers: response.headers() });
  });
  await page.goto('/');
  // The heading is there before the scripts are.
  await expect(page.locator('#root')).not.toHaveAttribute('data-waiting');
  const scripts = responses.filter(({ url }) =>
    /^\/(?:static|remotes)\/.*\.js$/.test(url.pathname),
  );
  expect(scripts.length).toBeGreaterThan(2);
  for (const { url, headers } of scripts) {
    expect(headers['cache-control'], url.pathname).toBe(forEver);
  }
  const large = scripts.filter(({ headers }) => Number(headers['content-length']) > 1024);
  expect(large.length).toBeGreaterThan(2);
  for (const { url, headers } of large)
    expect(headers['content-encoding'], url.pathname).toBe('br');
  expect(responses[0]?.headers['content-encoding']).toBe('br');
});

test('the files that the registry names are there, for every module of every remote', async ({
  request,
}) => {
  const { registry: releases } = parseRegistry(await (await request.get('/registry.json')).json());
  expect(releases.remotes.length).toBeGreaterThan(0);
  const versions = releases.remotes.flatMap(({ stable, previous }) => [stable, ...previous]);
  for (const { entry, files } of versions) {
    const wanted = [
      entry,
      ...Object.values(files)
        .flat()
        .map((file) => path.posix.join(path.posix.dirname(entry), file)),
    ];
    for (const file of wanted) {
      const response = await request.get(file);
      expect(response.status(), file).toBe(200);
      expect(response.headers()['access-control-allow-origin'], file).toBe('*');
    }
  }
});

for (const address of ['/static/js/gone.js', '/images/gone.svg', '/api/products', '/gone.txt']) {
  test(`${address} is missing, and says so without a page`, async ({ request }) => {
    const response = await request.get(address, { headers: { accept: 'text/html' } });
    expect(response.status()).toBe(404);
    expect(response.headers()['content-type']).toBe('text/plain;charset=utf-8');
  });
}
