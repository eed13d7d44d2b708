import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApiServer, createApiServer, readSettings } from '@patchwork/api-server';
import { workspaceRemotes } from '@patchwork/build/workspace';
import { readSample } from '@patchwork/mock-server/sample-answers';
import { readScenario } from '@patchwork/mock-server/scenario-answers';
import { type ReleaseServer, serve } from '@patchwork/release';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeRelease } from './testing/write-release.ts';
import { root } from './workspace.ts';

const origin = 'https://shop.example';
const remotes = workspaceRemotes(root);
let folder = '';
let api: ApiServer;
let shop: ReleaseServer;
let shopOnMock: ReleaseServer;
let shopInSizes: ReleaseServer;
const reports: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-crawled-'));
  await writeRelease(folder);
  const settings = readSettings({ LOG_LEVEL: 'silent' }, folder);
  api = await createApiServer({ ...settings, database: { kind: 'memory' } });
  shop = await serve({
    ...{ release: folder, port: 0, origin, defaultConfig: api.shopConfig },
    api: (call) => api.fetch(new Request(new URL(call, 'http://localhost'))),
    report: (message) => reports.push(message),
  });
  shopInSizes = await serve({
    ...{ release: folder, port: 0, origin, sample: readScenario('sizes') },
    report: (message) => reports.push(message),
  });
  shopOnMock = await serve({
    ...{ release: folder, port: 0, origin, sample: readSample },
    report: (message) => reports.push(message),
  });
}, 60_000);

afterAll(async () => {
  await shop.stop();
  await shopOnMock.stop();
  await shopInSizes.stop();
  await api.stop();
  await rm(folder, { recursive: true });
});

/** Reads a page like a crawler that runs no scripts. */
async function crawl(address: string, server = shop) {
  const response = await fetch(server.url + address, { headers: { accept: 'text/html' } });
  const html = await response.text();
  const all = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, found]) => found);
  const property = (name: string) =>
    all(new RegExp(`<meta property="og:${name}" content="([^"]+)"`, 'g'));
  return {
    status: response.status,
    titles: all(/<title>(.*?)<\/title>/g),
    descriptions: all(/<meta name="description" content="([^"]+)"/g),
    canonicals: all(/<link rel="canonical" href="([^"]+)"/g),
    robots: all(/<meta name="robots" content="([^"]+)"/g),
    og: [property('site_name'), property('title'), property('description'), property('url')],
    jsonLd: all(/<script type="application\/ld\+json">(.*?)<\/script>/g).map((text) =>
      JSON.parse(text ?? ''),
    ),
  };
}

const routes = remotes.flatMap(({ declaration }) => declaration.routes);
const literal = routes.filter((route) => !route.path.includes(':'));

test.each(literal)('$path has one title, one description and its address', async (route) => {
  const page = await crawl(route.path);
  expect(page.status).toBe(200);
  expect(page.titles).toEqual([
    route.head?.title ? `${route.head.title} · Patchwork` : 'Patchwork',
  ]);
  expect(page.descriptions).toHaveLength(1);
  expect(page.canonicals).toEqual([origin + route.path]);
  const isIndexed = route.access !== 'login' && route.head?.index !== false;
  expect(page.robots).toEqual(isIndexed ? [] : ['noindex']);
  for (const values of page.og) expect(values).toHaveLength(1);
});

test('no two pages have the same title', async () => {
  const titles = await Promise.all(literal.map(async ({ path }) => (await crawl(path)).titles[0]));
  expect(new Set(titles).size).toBe(literal.length);
});

const address = v.pipe(v.string(), v.url(), v.startsWith(`${origin}/`));

/** Fields that search engines require of a product: https://developers.google.com/search/docs/appearance/structured-data/product */
const productSchema = v.strictObject({
  '@context': v.literal('https://schema.org'),
  '@type': v.literal('Product'),
  name: v.pipe(v.string(), v.nonEmpty()),
  description: v.pipe(v.string(), v.nonEmpty()),
  image: address,
  sku: v.pipe(v.string(), v.nonEmpty()),
  url: address,
  offers: v.strictObject({
    '@type': v.literal('Offer'),
    url: address,
    price: v.pipe(v.string(), v.regex(/^\d+$/)),
    priceCurrency: v.literal('INR'),
    availability: v.picklist(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
  }),
});

const catalogueSchema = v.object({
  products: v.array(
    v.object({
      _id: v.string(),
      title: v.string(),
      price: v.union([v.string(), v.number()]),
      in_stock: v.boolean(),
    }),
  ),
});

async function catalogue() {
  const response = await api.fetch(new Request('http://localhost/api/products'));
  return v.parse(catalogueSchema, await response.json()).products;
}

test('the page of each product describes it as the API does', async () => {
  const products = await catalogue();
  expect(products.length).toBeGreaterThan(10);
  for (const product of products) {
    const url = `${origin}/productlist/${product._id}`;
    const { status, titles, canonicals, jsonLd } = await crawl(new URL(url).pathname);
    expect(status).toBe(200);
    expect(titles).toEqual([`${product.title} · Patchwork`]);
    expect(canonicals).toEqual([url]);
    expect(jsonLd).toHaveLength(1);
    const described = v.parse(productSchema, jsonLd[0]);
    expect(described).toMatchObject({
      name: product.title,
      sku: product._id,
      url,
      offers: {
        url,
        price: String(product.price),
        availability: `https://schema.org/${product.in_stock ? 'InStock' : 'OutOfStock'}`,
      },
    });
  }
  expect(new Set(products.map((product) => product.in_stock))).toEqual(new Set([true, false]));
});

async function sitemap(server: ReleaseServer): Promise<string[]> {
  const xml = await (await fetch(`${server.url}/sitemap.xml`)).text();
  return [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, loc = '']) => loc);
}

test('the sitemap lists the open pages and every product, and each URL responds', async () => {
  const listed = await sitemap(shop);
  const products = await catalogue();
  expect(listed.toSorted()).toEqual(
    [
      `${origin}/`,
      `${origin}/productlist`,
      `${origin}/login`,
      ...['signup', 'help', 'delivery', 'returns', 'privacy'].map((page) => `${origin}/${page}`),
      ...products.map(({ _id }) => `${origin}/productlist/${_id}`),
    ].toSorted(),
  );
  for (const each of listed) expect((await crawl(new URL(each).pathname)).status).toBe(200);
});

/** Fields that Google requires or recommends of a product group: https://developers.google.com/search/docs/appearance/structured-data/product-variants */
const groupSchema = v.strictObject({
  '@context': v.literal('https://schema.org'),
  '@type': v.literal('ProductGroup'),
  name: v.pipe(v.string(), v.nonEmpty()),
  description: v.pipe(v.string(), v.nonEmpty()),
  url: address,
  productGroupID: v.pipe(v.string(), v.nonEmpty()),
  variesBy: v.tuple([v.literal('https://schema.org/size'), v.literal('https://schema.org/color')]),
  hasVariant: v.tupleWithRest(
    [
      v.strictObject({
        ...v.omit(productSchema, ['@context']).entries,
        size: v.pipe(v.string(), v.nonEmpty()),
        color: v.pipe(v.string(), v.nonEmpty()),
      }),
    ],
    v.strictObject({ url: address }),
  ),
});

const styledSchema = v.object({
  products: v.array(
    v.object({
      ...{ _id: v.string(), size: v.string(), price: v.string() },
      style: v.optional(v.string()),
      colour: v.optional(v.object({ name: v.string() })),
    }),
  ),
});

test('a page of a product with siblings describes their group, and all have one canonical address', async () => {
  const response = await readScenario('sizes')('/api/products');
  const { products } = v.parse(styledSchema, await response.json());
  const coats = products.filter(({ style }) => style === 'puddle-raincoat');
  expect(coats).toHaveLength(5);
  const urlOf = ({ _id }: { readonly _id: string }) => `${origin}/productlist/${_id}`;
  for (const coat of coats) {
    const { canonicals, jsonLd, og } = await crawl(`/productlist/${coat._id}`, shopInSizes);
    expect(canonicals).toEqual([`${origin}/productlist/madder-puddle-raincoat-m`]);
    expect(og[3]).toEqual(canonicals);
    const group = v.parse(groupSchema, jsonLd[0]);
    expect(group).toMatchObject({ url: urlOf(coat), productGroupID: 'puddle-raincoat' });
    const [own, ...others] = group.hasVariant;
    expect(own).toMatchObject({
      ...{ url: urlOf(coat), sku: coat._id, size: coat.size, color: coat.colour?.name },
      offers: { price: coat.price },
    });
    const siblings = coats.filter((other) => other !== coat);
    expect(others.map(({ url }) => url).toSorted()).toEqual(siblings.map(urlOf).toSorted());
  }
  const alone = await crawl('/productlist/patchwork-chore-jacket', shopInSizes);
  expect(v.parse(productSchema, alone.jsonLd[0]).sku).toBe('patchwork-chore-jacket');
  expect(alone.canonicals).toEqual([`${origin}/productlist/patchwork-chore-jacket`]);
});

test('the sitemap lists each style once, by its canonical address', async () => {
  const listed = (await sitemap(shopInSizes)).filter((each) => each.includes('/productlist/'));
  expect(listed).toHaveLength(21);
  for (const each of listed)
    expect((await crawl(new URL(each).pathname, shopInSizes)).canonicals).toEqual([each]);
});

test('crawlers see the same pages on the mock as on an API with the sample data, and no server reports a failure', async () => {
  const listed = await sitemap(shopOnMock);
  expect(listed).toEqual(await sitemap(shop));
  for (const address of [...listed, `${origin}/productlist/no-such-product`]) {
    const { pathname } = new URL(address);
    expect(await crawl(pathname, shopOnMock)).toEqual(await crawl(pathname));
  }
  const unknown = await crawl('/productlist/no-such-product');
  expect(unknown).toMatchObject({ status: 404, titles: ['Patchwork'] });
  expect(reports).toEqual([]);
});
