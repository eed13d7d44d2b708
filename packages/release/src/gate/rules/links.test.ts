import type { PublishedRemote } from '@patchwork/federation';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../testing.ts';
import type { Live, RemoteVersion } from '../gate.ts';
import { liveWith, remoteVersion, shellVersion } from '../testing.ts';
import type { TypesIndex } from '../types/types-index.ts';
import { nameOf } from '../words.ts';
import { checkLinks } from './links.ts';

type Links = TypesIndex['links'];

/** The folder of a version whose code links to pages. */
async function linking(links: Links): Promise<string> {
  const folder = await temporaryFolder();
  const index = { format: 1, hash: 'x', modules: {}, packages: {}, imports: {}, links };
  await writeFiles(folder, { 'types/index.json': JSON.stringify(index) });
  return folder;
}

async function piece(id: string, version: string, pages: string[], links: Links = {}) {
  const routes = pages.map((page) => ({
    page,
    path: `/${page}`,
    access: 'open' as const,
    module: './Page',
  }));
  return remoteVersion({ id, version, routes }, await linking(links));
}

const releases = (...versions: RemoteVersion[]): PublishedRemote[] =>
  versions.map(({ release }) => release);

const newOnes = (...versions: RemoteVersion[]) => new Set(versions.map(nameOf));

const found = async (live: Partial<Live>) => checkLinks(liveWith(live));
const messages = async (live: Partial<Live>) => (await found(live)).map(({ message }) => message);

const buy = {
  cart: { 'mfe-shop/src/Buy.tsx': [], 'mfe-shop/src/Pay.tsx': [] },
  home: { 'mfe-shop/src/X.tsx': [] },
};

test('a page that is renamed, with the places that link to it', async () => {
  const shop = await piece('mfe-shop', '1', ['home'], buy);
  const old = await piece('mfe-cart', '1', ['cart', 'orders']);
  const next = await piece('mfe-cart', '2', ['basket', 'orders']);
  const shell = shellVersion({
    folder: await linking({ cart: { 'shell/src/app/Header.tsx': [] } }),
  });
  const moved = { shell, before: releases(shop, old), changed: newOnes(next) };
  const refusals = await found({ ...moved, remotes: [shop, next] });
  expect(refusals).toEqual([
    {
      severity: 'refusal',
      rule: 'links',
      flag: '--anyway',
      message:
        'mfe-cart 2 no longer has pages that shell 1.0.0-bbbbbbbbbb links to: “cart” (shell/src/app/Header.tsx). These links lead to “Page not found”. Keep their names, or release shell without the links first.',
      ours: 'mfe-cart 2',
      live: 'shell 1.0.0-bbbbbbbbbb',
    },
    {
      severity: 'refusal',
      rule: 'links',
      flag: '--anyway',
      message:
        'mfe-cart 2 no longer has pages that mfe-shop 1 links to: “cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx). These links lead to “Page not found”. Keep their names, or release mfe-shop without the links first.',
      ours: 'mfe-cart 2',
      live: 'mfe-shop 1',
    },
  ]);
  // As a canary, a share of the visitors lose it.
  expect(await messages({ ...moved, remotes: [shop, old, next] })).toHaveLength(2);
});

test('a remote that is withdrawn with a page that others link to', async () => {
  const shop = await piece('mfe-shop', '1', ['home'], buy);
  const old = await piece('mfe-cart', '1', ['cart']);
  expect(await messages({ before: releases(shop, old), remotes: [shop] })).toEqual([
    'Without mfe-cart 1 there are no pages that mfe-shop 1 links to: “cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx). These links lead to “Page not found”. Give them to another remote, or release mfe-shop without the links first.',
  ]);
});

test('a link of a new version to a page that no live remote has', async () => {
  const shop = await piece('mfe-shop', '2', ['home'], buy);
  const cart = await piece('mfe-cart', '1', ['basket']);
  const moved = { before: releases(cart), remotes: [shop, cart], changed: newOnes(shop) };
  expect(await messages(moved)).toEqual([
    'mfe-shop 2 links to pages that no live remote has: “cart” (mfe-shop/src/Buy.tsx, mfe-shop/src/Pay.tsx). These links lead to “Page not found”. Release a remote with the pages first, or leave the links out.',
  ]);
  // A fault of before says nothing about another release.
  expect(await messages({ ...moved, changed: newOnes(cart) })).toEqual([]);
});

test('a page that comes to another remote in the same step is no loss', async () => {
  const shop = await piece('mfe-shop', '1', ['home'], buy);
  const old = await piece('mfe-cart', '1', ['cart']);
  const [next, pay] = [await piece('mfe-cart', '2', []), await piece('mfe-pay', '1', ['cart'])];
  const moved = { before: releases(shop, old), changed: newOnes(next, pay) };
  expect(await messages({ ...moved, remotes: [shop, next, pay] })).toEqual([]);
});

test('a link that is changed together with the page is no warning', async () => {
  const old = await piece('mfe-cart', '1', ['cart']);
  const next = await piece('mfe-cart', '2', ['basket']);
  const shop = await piece('mfe-shop', '2', ['home'], {
    basket: { 'mfe-shop/src/Buy.tsx': [] },
  });
  const before = releases(await piece('mfe-shop', '1', ['home'], buy), old);
  const moved = { before, remotes: [shop, next], changed: newOnes(shop, next) };
  expect(await messages(moved)).toEqual([]);
});

test('a shell that is published before any remote has no page to link to yet', async () => {
  const shell = shellVersion({ folder: await linking(buy) });
  const changed = new Set(['shell 1.0.0-bbbbbbbbbb']);
  expect(await messages({ shell, changed })).toEqual([]);
});

/** A remote with one page at a path. */
const pageAtPath = async (version: string, path: string) =>
  remoteVersion(
    {
      id: 'mfe-catalog',
      version,
      routes: [{ page: 'product', path, access: 'open', module: './Page' }],
    },
    await linking({}),
  );

test.each([
  ['renamed', '/items/:productId', '/items/:id', ':id'],
  ['added', '/items', '/items/:tab', ':tab'],
])(
  'a parameter that is %s stops a page that live pieces link to without it',
  async (_how, was, is, missing) => {
    const [old, next] = [await pageAtPath('1', was), await pageAtPath('2', is)];
    const given = was === '/items' ? [] : ['productId'];
    const shop = await piece('mfe-shop', '1', ['home'], {
      product: { 'mfe-shop/src/A.tsx': given },
    });
    const moved = { before: releases(shop, old), remotes: [shop, next], changed: newOnes(next) };
    expect(await found(moved)).toEqual([
      {
        severity: 'refusal',
        rule: 'links',
        flag: '--anyway',
        message: `remote.json of mfe-catalog 2 declares the page “product” at ${is}, and mfe-shop 1 links to it without ${missing} (mfe-shop/src/A.tsx). These links lead to “Page not found”. Keep the page’s parameters, or release mfe-shop with links that give ${missing} first.`,
        ours: 'mfe-catalog 2',
        live: 'mfe-shop 1',
      },
    ]);
  },
);

test('a link that gives the new parameter beside the old one lets the page change', async () => {
  const [old, next] = [await pageAtPath('1', '/items/:productId'), await pageAtPath('2', '/i/:id')];
  const links = { product: { 'mfe-shop/src/A.tsx': ['productId', 'id'] } };
  const shop = await piece('mfe-shop', '1', ['home'], links);
  const moved = { before: releases(shop, old), remotes: [shop, next], changed: newOnes(next) };
  expect(await messages(moved)).toEqual([]);
});

test('a new version that links to a live page without its parameter', async () => {
  const [catalog, shop] = [
    await pageAtPath('1', '/items/:productId'),
    await piece('mfe-shop', '2', ['home'], { product: { 'mfe-shop/src/A.tsx': ['id'] } }),
  ];
  const moved = { before: releases(catalog), remotes: [shop, catalog], changed: newOnes(shop) };
  expect(await messages(moved)).toEqual([
    'mfe-shop 2 links to the page “product” of mfe-catalog 1, which is at /items/:productId, without :productId (mfe-shop/src/A.tsx). These links lead to “Page not found”. Give the links this parameter.',
  ]);
});
