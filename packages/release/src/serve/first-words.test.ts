import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { writeFiles } from '../testing.ts';
import type { ServeOptions } from './serve.ts';
import { openShirtShop } from './testing-heads.ts';

const words = '<h1>{shirt.name}</h1><img src="{shirt.picture}">';

const list = ['Linen & Co', 'Twill'].map((name, index) => ({ name, id: `a b${index}` }));

const shirtApi = (changes: object = {}) =>
  vi.fn(async (_path: string) =>
    Response.json({
      shirts: list,
      shirt: { name: 'Linen Shirt', picture: '/images/linen.png', ...changes },
    }),
  );

/** An API at another origin; returns that. */
async function listenAsApi(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ shirt: { name: 'Linen Shirt' } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** The shop of shirts, whose build has prerendered two pages. */
async function openShop(options: Partial<ServeOptions>) {
  const shop = await openShirtShop(options);
  await writeFiles(shop.release, {
    'remotes/mfe-shirts/1.0.0/prerendered.json': JSON.stringify({
      './Shirts': [
        '<a href="page:shirt?shirtId={shirts.0.id}">{shirts.0.name}</a>',
        '<h1>Our shirts</h1>',
      ],
      './Shirt': [words],
    }),
  });
  const read = async (path: string) => {
    const html = await (await shop.get(path)).text();
    const [, preload] = /<link rel="preload" as="fetch" href="([^"]*)"/.exec(html) ?? [];
    return { template: /<template[^>]*>(.*?)<\/template>/s.exec(html)?.[1], preload };
  };
  return { ...shop, read };
}

test('the first words of a product are filled with what the API knows of it', async () => {
  const { read } = await openShop({ api: shirtApi() });
  expect(await read('/shirts/linen')).toEqual({
    template: '<h1>Linen Shirt</h1><img src="/images/linen.png">',
    preload: '/api/shirts/linen',
  });
});

test('those of a list too, with links by the name of a page; its own call is the page’s to begin', async () => {
  const { read } = await openShop({ api: shirtApi() });
  expect(await read('/shirts')).toEqual({
    template: '<a href="page:shirt?shirtId=a+b0">Linen &amp; Co</a>',
    preload: undefined,
  });
});

test.each([
  ['a query may choose another list', '/shirts?size=M', {}],
  ['the API fails', '/shirts', { api: async () => new Response('', { status: 503 }) }],
  [
    'the API has no such call',
    '/shirts',
    { api: async () => Response.json({ message: 'not found' }, { status: 404 }) },
  ],
  ['the list is shorter', '/shirts', { api: async () => Response.json({ shirts: [] }) }],
])('where %s, a list has the words that it has without data', async (_when, path, options) => {
  const { read, get } = await openShop({ api: shirtApi(), report: () => undefined, ...options });
  expect((await read(path)).template).toBe('<h1>Our shirts</h1>');
  expect((await get(path)).status).toBe(200);
});

test('a query changes nothing of a product, which its path names', async () => {
  const { read } = await openShop({ api: shirtApi() });
  expect((await read('/shirts/linen?from=mail')).template).toContain('<h1>Linen Shirt</h1>');
});

test('the call is at the address of the API that the page uses, with the name encoded', async () => {
  const api = await listenAsApi();
  const { read, release } = await openShop({});
  await writeFiles(release, { 'config.json': JSON.stringify({ apiBaseUrl: `${api}/` }) });
  expect((await read('/shirts/a%26b%20%22c')).preload).toBe(`${api}/api/shirts/a%26b%20%22c`);
});

test('on its mock, a shop’s first words are those of the sample, and the page has no call to begin', async () => {
  const { read } = await openShop({
    defaultConfig: {},
    api: shirtApi({ name: 'Of an API' }),
    sample: shirtApi(),
  });
  expect(await read('/shirts/linen')).toEqual({
    template: '<h1>Linen Shirt</h1><img src="/images/linen.png">',
    preload: undefined,
  });
});

test.each([
  ['the shop runs on its mock, and the server has no sample', { defaultConfig: {} }],
  [
    'the shop has an API, which is not in this process',
    { defaultConfig: { apiBaseUrl: '/' }, sample: shirtApi() },
  ],
  ['the API fails', { api: async () => new Response('', { status: 503 }) }],
  ['the API is late', { api: () => new Promise<Response>(() => undefined) }],
  ['the API lacks a value', { api: shirtApi({ name: '' }) }],
  [
    'there is no such product',
    { api: async () => Response.json({ message: 'not found' }, { status: 404 }) },
  ],
])('a product’s page has no first words when %s', async (_when, options) => {
  const { read } = await openShop({ report: () => undefined, ...options });
  expect((await read('/shirts/linen')).template).toBeUndefined();
});

test.each([
  'javascript:alert(1)',
  '//evil.example/x.png',
  '/\\evil.example/x.png',
  'https://evil.example/x.png',
  'data:image/png,x',
  7,
])('first words have no picture that the page would not show: %s', async (picture) => {
  const { read } = await openShop({ api: shirtApi({ picture }) });
  expect((await read('/shirts/linen')).template).toBeUndefined();
});

test('a picture may come from an origin of the configuration', async () => {
  const { read, release } = await openShop({
    api: shirtApi({ picture: 'https://pictures.example/linen.png' }),
  });
  const config = { apiBaseUrl: '/', imageOrigins: ['https://pictures.example'] };
  await writeFiles(release, { 'config.json': JSON.stringify(config) });
  expect((await read('/shirts/linen')).template).toContain(
    '<img src="https://pictures.example/linen.png">',
  );
});
