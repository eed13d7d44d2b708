import { entryIntegrity } from '@patchwork/federation/testing';
import { expect, test, vi } from 'vitest';
import { writeFiles } from '../testing.ts';
import { headOf, openShirtShop, readHead } from './testing-heads.ts';

const shirt = { name: 'Linen Shirt', text: 'Made\nslowly.', picture: '/images/linen.png' };
const shirtApi = (changes: object = {}) =>
  vi.fn(async (_path: string) => Response.json({ shirt: { ...shirt, ...changes } }));

test('a page says what its remote declares', async () => {
  const { get } = await openShirtShop();
  expect(await headOf(get('/shirts'))).toEqual({
    title: 'Our shirts · Loom &amp; Co',
    description: 'Shirts of linen.',
    canonical: 'https://shop.example/shirts',
    robots: undefined,
    og: {
      siteName: 'Loom &amp; Co',
      title: 'Our shirts',
      description: 'Shirts of linen.',
      type: 'website',
      url: 'https://shop.example/shirts',
      image: 'https://shop.example/images/shirts.png',
    },
    jsonLd: undefined,
  });
});

test('a page without a declared head has the name and the description of the shop', async () => {
  const { get } = await openShirtShop();
  const { title, description, canonical } = await headOf(get('/'));
  expect(title).toBe('Loom &amp; Co');
  expect(description).toBe('A shop.');
  expect(canonical).toBe('https://shop.example/');
});

test('every page has one title and one description', async () => {
  const { get } = await openShirtShop({ api: shirtApi() });
  for (const path of ['/', '/shirts', '/shirts/linen', '/cart', '/nowhere']) {
    const html = await (await get(path)).text();
    expect(html.match(/<title>/g), path).toHaveLength(1);
    expect(html.match(/<meta name="description"/g), path).toHaveLength(1);
  }
});

test('the page of a product has what the API knows of it', async () => {
  const api = shirtApi();
  const { get } = await openShirtShop({ api });
  expect(await headOf(get('/shirts/linen'))).toMatchObject({
    title: 'Linen Shirt · Loom &amp; Co',
    description: 'Made slowly.',
    canonical: 'https://shop.example/shirts/linen',
    og: { type: 'product', image: 'https://shop.example/images/linen.png' },
    jsonLd: {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Linen Shirt',
      url: 'https://shop.example/shirts/linen',
    },
  });
  expect(api).toHaveBeenCalledExactlyOnceWith('/api/shirts/linen');
});

test.each(['/Shirts/linen', '/shirts/linen/', '/shirts/linen?from=mail'])(
  '%s names the one address of its page',
  async (path) => {
    const { get } = await openShirtShop({ api: shirtApi() });
    expect((await headOf(get(path))).canonical).toBe('https://shop.example/shirts/linen');
  },
);

test('a name in the path is encoded in the call and in the address', async () => {
  const api = shirtApi();
  const { get } = await openShirtShop({ api });
  const { canonical } = await headOf(get('/shirts/a%26b%20%22c'));
  expect(canonical).toBe('https://shop.example/shirts/a%26b%20%22c');
  expect(api).toHaveBeenCalledExactlyOnceWith('/api/shirts/a%26b%20%22c');
});

test.each([
  ['/cart', 'noindex'],
  ['/help', 'noindex'],
  ['/shirts', undefined],
])('%s has robots %s', async (path, robots) => {
  const { get } = await openShirtShop();
  expect((await headOf(get(path))).robots).toBe(robots);
});

const hostile = [
  '</title></script><script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '<!--<script>',
  '<!-- patchwork:documents -->',
  "$& $1 $` {page.url} ' &quot;",
];

test.each(hostile)('no text of a product leaves its place: %s', async (text) => {
  const api = shirtApi({ name: text, text, picture: `/images/${text}` });
  const { get } = await openShirtShop({ api });
  const html = await (await get('/shirts/linen')).text();
  const plain = await (await get('/shirts')).text();
  const count = (page: string, pattern: RegExp) => page.match(pattern)?.length ?? 0;
  for (const pattern of [/<title/g, /<\/head>/g, /<!--/g, /<img/g]) {
    expect(count(html, pattern), String(pattern)).toBe(count(plain, pattern));
  }
  expect(count(html, /<script/g)).toBe(count(plain, /<script/g) + 1);
  expect(readHead(html).jsonLd.name).toBe(text);
});

test('characters that change the direction of the text are left out', async () => {
  const { get } = await openShirtShop({ api: shirtApi({ name: 'Linen \u202e\u0000trihS' }) });
  expect((await headOf(get('/shirts/linen'))).title).toBe('Linen trihS · Loom &amp; Co');
});

test('a title of 100 kB is cut, and no character is cut in half', async () => {
  const { get } = await openShirtShop({ api: shirtApi({ name: '🧵'.repeat(25_000) }) });
  const html = await (await get('/shirts/linen')).text();
  expect(readHead(html).title).toBe(`${'🧵'.repeat(199)}… · Loom &amp; Co`);
  expect(html.length).toBeLessThan(30_000);
});

test.each(['javascript:alert(1)', '//evil.example/x.png', 'data:image/png,x', 7, null])(
  'an image that is no address of the web is left out: %s',
  async (picture) => {
    const { get } = await openShirtShop({ api: shirtApi({ picture }) });
    expect((await headOf(get('/shirts/linen'))).og.image).toBeUndefined();
  },
);

test('what the API lacks is left out, and the rest stays', async () => {
  const { get } = await openShirtShop({ api: shirtApi({ text: undefined }) });
  const head = await headOf(get('/shirts/linen'));
  expect(head.title).toBe('Linen Shirt · Loom &amp; Co');
  expect(head.description).toBe('A shop.');
});

test('a damaged declaration costs the head alone', async () => {
  const { release, get } = await openShirtShop();
  await writeFiles(release, { 'remotes/mfe-shirts/1.0.0/remote.json': '{"routes":' });
  const registry = await (await get('/registry.json')).text();
  await writeFiles(release, { 'registry.json': `${registry}\n` });
  const response = await get('/shirts');
  expect(response.status).toBe(200);
  expect(readHead(await response.text()).title).toBe('Loom &amp; Co');
});

test('without devtools in the configuration, the remote of their slot has no pages', async () => {
  const shop = await openShirtShop();
  const tester = { page: 'tester', path: '/tester', access: 'open', module: './Tester' };
  const id = 'mfe-devtools';
  const devtools = {
    ...{ id, team: 'Tools', version: '1.0.0', entry: `/remotes/${id}/1.0.0/remoteEntry.js` },
    ...{
      routes: [tester],
      fragments: { devtools: { module: './Panel' } },
      integrity: entryIntegrity,
    },
  };
  await writeFiles(shop.release, {
    'registry.json': JSON.stringify({ format: 2, remotes: [{ id, stable: devtools }] }),
  });
  expect((await shop.get('/tester')).status).toBe(404);
  await writeFiles(shop.release, { 'config.json': '{"devtools":{}}' });
  expect((await shop.get('/tester')).status).toBe(200);
});

test.each(['//shirts', '/shirts//linen'])(
  'a path with an empty segment is unknown, as it is in the shop: %s',
  async (path) => {
    const { get } = await openShirtShop();
    expect((await get(path)).status).toBe(404);
  },
);
