import { expect, test } from 'vitest';
import { folderWith, liveWith, remoteVersion, shellVersion } from '../../testing/gate.ts';
import type { TypesIndex } from '../types/types-index.ts';
import { checkApi } from './api.ts';

const product = { product: { _id: null, title: null, price: null } };
const products = { products: { '*': { _id: null, title: null } }, next: null };

const table = {
  getProduct: { method: 'GET', path: '/api/products/:id', answer: product },
  queryProducts: { method: 'GET', path: '/api/product-query', answer: products },
  call: { method: '', path: '', answer: null },
};

const shellWith = async (version: string, api: TypesIndex['api']) =>
  shellVersion({ version, folder: await folderWith({ api }) });

const catalogWith = async (head: object = {}) => {
  const route = { page: 'product', path: '/p/:productId', access: 'open', module: './Page', head };
  const declaration = { id: 'mfe-catalog', team: 'C', developmentPort: 3001, routes: [route] };
  const calls = { getProduct: { answer: product, files: ['mfe-catalog/src/product.ts'] } };
  const files = { 'remote.json': JSON.stringify(declaration) };
  return remoteVersion({ id: 'mfe-catalog', version: '1' }, await folderWith({ calls }, files));
};

const found = async (changed: string, api: TypesIndex['api'], head?: object) =>
  checkApi(
    liveWith({
      shell: await shellWith('2', api),
      remotes: [await catalogWith(head)],
      changed: new Set([changed]),
    }),
  );
const messages = async (...asked: Parameters<typeof found>) =>
  (await found(...asked)).map(({ message }) => message);

test('a shell must keep the calls that a live remote makes, and the fields of their answers', async () => {
  const { getProduct, queryProducts } = table;
  expect(await found('shell 2', { queryProducts })).toEqual([
    {
      severity: 'refusal',
      rule: 'api',
      flag: '--anyway',
      message:
        'shell 2 has no call getProduct of the API, which mfe-catalog 1 makes (mfe-catalog/src/product.ts). Keep it, or release mfe-catalog without it first.',
      ours: 'shell 2',
      live: 'mfe-catalog 1',
    },
  ]);
  const answer = { product: { _id: null, name: null } };
  expect(await messages('shell 2', { getProduct: { ...getProduct, answer } })).toEqual([
    'In shell 2, the response to the call getProduct has no product.title, product.price, but mfe-catalog 1, which makes the call (mfe-catalog/src/product.ts), was built with an API that has it. Keep the fields, or release mfe-catalog without them first.',
  ]);
  expect(await messages('shell 2', table)).toEqual([]);
});

test('a remote must wait for a shell that has the calls which it makes', async () => {
  const { queryProducts } = table;
  expect(await messages('mfe-catalog 1', { queryProducts })).toEqual([
    'mfe-catalog 1 makes the call getProduct of the API (mfe-catalog/src/product.ts), which shell 2 does not have. Release the API and the shell with it first.',
  ]);
});

test.each([
  [
    { title: '{product.titel}', data: '/api/products/:productId' },
    'names product.titel, which the answer to /api/products/:productId does not have. It has product._id, product.title, product.price. Correct the name.',
  ],
  [
    { title: '{product.title}', data: '/api/product/:productId' },
    'asks for /api/product/:productId, which is not a GET call of the API of shell 2. Correct it.',
  ],
  [
    {
      sitemap: {
        data: '/api/product-query?limit=5',
        list: 'products',
        parameters: { productId: 'id' },
      },
    },
    'names products.0.id, which the answer to /api/product-query?limit=5 does not have. It has products.*._id, products.*.title, next. Correct the name.',
  ],
])('the head %j is refused', async (head, message) => {
  expect(await messages('mfe-catalog 1', table, head)).toEqual([
    `The head of the page “product” in remote.json of mfe-catalog 1 ${message}`,
  ]);
});

test('a head is accepted if the API has its fields, including those of a list', async () => {
  const jsonLd = { '@type': 'Product', name: '{product.title}', url: '{page.url}' };
  const head = { title: '{product.title}', data: '/api/products/:productId', jsonLd };
  expect(await messages('mfe-catalog 1', table, head)).toEqual([]);
  const list = { title: '{products.0.title}', data: '/api/product-query?limit=8' };
  expect(await messages('mfe-catalog 1', table, list)).toEqual([]);
});

test('a page preloads only GET calls without parameters that the API has', async () => {
  const changes = { method: 'POST', path: '/api/orders', answer: null };
  const shell = await shellWith('2', { ...table, changes });
  const preload = ['/api/product-query', '/api/nope', '/api/products/puddle', '/api/orders'];
  const route = { page: 'list', path: '/list', access: 'open', module: './List', preload } as const;
  const remote = remoteVersion({ id: 'mfe-catalog', version: '1', routes: [route] });
  const check = (changed: string) =>
    checkApi(liveWith({ shell, remotes: [remote], changed: new Set([changed]) }));
  const findings = await check('mfe-catalog 1');
  expect(findings.map(({ message, flag }) => [message, flag])).toEqual(
    preload
      .slice(1)
      .map((call) => [
        `The page “list” in remote.json of mfe-catalog 1 preloads ${call}, which is not a GET call without parameters of the API of shell 2. Correct it.`,
        '--anyway',
      ]),
  );
  expect(await check('shell 2')).toEqual([]);
});

test('a remote is not checked against a shell without a table of endpoints', async () => {
  expect(await messages('mfe-catalog 1', {}, { title: '{x.y}', data: '/x' })).toEqual([]);
});

/** A remote with an API of its own. */
const owning = (id: string, base: string, preload: readonly string[] = []) =>
  remoteVersion({
    ...{ id, version: '1', apis: { [base]: './Api' } },
    routes: [{ page: id, path: `/${id}`, access: 'open', module: './Page', preload: [...preload] }],
  });

test.each([
  ['/api/products', 'the API of shell 2 has /api/products/:id'],
  ['/api/products/reviews', 'the API of shell 2 has /api/products/:id'],
  ['/api/product-query/extra', 'the API of shell 2 has /api/product-query'],
  ['/api/gifts', 'mfe-wraps 1 has /api/gifts/wraps'],
  ['https://api.example.com/v1/x', 'mfe-hats 1 has https://api.example.com/v1'],
])('an own API at %s is refused, as it is someone’s already', async (base, what) => {
  const others = [
    owning('mfe-wraps', '/api/gifts/wraps'),
    owning('mfe-hats', 'https://api.example.com/v1'),
  ];
  const remotes = [owning('mfe-gifts', base), ...others];
  const shell = await shellWith('2', table);
  const found = await checkApi(liveWith({ shell, remotes, changed: new Set(['mfe-gifts 1']) }));
  expect(found.map(({ message }) => message)).toEqual([
    `remote.json of mfe-gifts 1 declares the API ${base}, but ${what}. Choose another path, such as /api/gifts.`,
  ]);
});

test('an own API beside the others is accepted, and its pages may preload its calls', async () => {
  const preload = ['/api/gift-notes', '/api/gift-notes/new'];
  const remotes = [
    owning('mfe-gifts', '/api/gift-notes', preload),
    owning('mfe-hats', 'https://api.example.com'),
  ];
  const live = liveWith({
    ...{ shell: await shellWith('2', table), remotes },
    changed: new Set(['mfe-gifts 1', 'mfe-hats 1']),
  });
  expect(await checkApi(live)).toEqual([]);
});
