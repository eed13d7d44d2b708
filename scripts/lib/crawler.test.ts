import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Validator from '@adobe/structured-data-validator';
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

const text = v.pipe(v.string(), v.nonEmpty());

/**
 * What a product's page says of it. Google requires or recommends each of these fields, and brand, GTIN and reviews
 * besides, which the shop does not have, and the return's price and the time of packing, on which it has no rule:
 * developers.google.com/search/docs/appearance/structured-data/merchant-listing, read in a copy of unknown date.
 */
const productSchema = v.strictObject({
  '@context': v.optional(v.literal('https://schema.org')),
  '@type': v.literal('Product'),
  ...{ name: text, description: text, image: address, sku: text, url: address },
  ...{ size: text, color: v.optional(text) },
  offers: v.strictObject({
    '@type': v.literal('Offer'),
    url: address,
    price: v.pipe(v.string(), v.regex(/^\d+$/)),
    priceCurrency: v.literal('INR'),
    availability: v.picklist(['https://schema.org/InStock', 'https://schema.org/OutOfStock']),
    itemCondition: v.literal('https://schema.org/NewCondition'),
    hasMerchantReturnPolicy: v.strictObject({
      '@type': v.literal('MerchantReturnPolicy'),
      applicableCountry: v.literal('IN'),
      returnPolicyCategory: v.literal('https://schema.org/MerchantReturnFiniteReturnWindow'),
      merchantReturnDays: v.literal('14'),
      returnMethod: v.literal('https://schema.org/ReturnByMail'),
    }),
    shippingDetails: v.strictObject({
      '@type': v.literal('OfferShippingDetails'),
      shippingRate: v.strictObject({
        ...{ '@type': v.literal('MonetaryAmount'), value: v.literal('0') },
        currency: v.literal('INR'),
      }),
      shippingDestination: v.strictObject({
        ...{ '@type': v.literal('DefinedRegion'), addressCountry: v.literal('IN') },
      }),
      deliveryTime: v.strictObject({
        '@type': v.literal('ShippingDeliveryTime'),
        transitTime: v.strictObject({
          '@type': v.literal('QuantitativeValue'),
          ...{ minValue: text, maxValue: text, unitCode: v.literal('DAY') },
        }),
      }),
    }),
  }),
});

/** Fields that Google recommends, and the shop does not know. */
const unknownFields = new Set([
  ...['aggregateRating', 'audience', 'brand', 'gtin', 'hasCertification', 'material', 'mpn'],
  ...['inProductGroupWithID', 'isVariantOf', 'pattern', 'review', 'subjectOf'],
  ...['priceValidUntil', 'returnFees', 'handlingTime', 'addressRegion', 'color'],
]);

/**
 * Returns what a checker of Google’s rules for rich results, `@adobe/structured-data-validator`, says of structured data. It knows Product, not
 * ProductGroup, whose rules `groupSchema` states.
 */
async function faultsOf(data: object): Promise<string[]> {
  const issues = await new Validator().validate({ jsonld: { Product: [data] } });
  return issues
    .filter(
      ({ severity, fieldNames: [name = ''] }) => severity === 'ERROR' || !unknownFields.has(name),
    )
    .map(({ issueMessage }) => issueMessage);
}

const catalogueSchema = v.object({
  products: v.array(
    v.object({
      _id: v.string(),
      title: v.string(),
      price: v.union([v.string(), v.number()]),
      in_stock: v.boolean(),
      delivery_time: v.string(),
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
    const { status, titles, canonicals, jsonLd, robots } = await crawl(new URL(url).pathname);
    expect(robots).toEqual(['max-image-preview:large']);
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
        shippingDetails: {
          deliveryTime: {
            transitTime: { minValue: product.delivery_time, maxValue: product.delivery_time },
          },
        },
      },
    });
    expect(await faultsOf(described)).toEqual([]);
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

test.each([
  'name',
  'image',
  'offers',
  'offers.price',
  'offers.availability',
  'offers.priceCurrency',
  'offers.hasMerchantReturnPolicy.applicableCountry',
  'offers.hasMerchantReturnPolicy.merchantReturnDays',
  'offers.shippingDetails.shippingRate',
  'offers.shippingDetails.shippingDestination',
  'offers.shippingDetails.deliveryTime',
  'offers.shippingDetails.deliveryTime.transitTime.maxValue',
  'size',
])('without %s, the checker says so', async (field) => {
  const [product] = await catalogue();
  const { jsonLd } = await crawl(`/productlist/${product?._id}`);
  const names = field.split('.');
  const last = names.pop() ?? '';
  const owner = names.reduce((value, name) => Reflect.get(value, name), jsonLd[0]);
  expect(Reflect.deleteProperty(owner, last) && (await faultsOf(jsonLd[0]))).not.toEqual([]);
});

/**
 * Fields that Google requires or recommends of a product group of which each variant has a page, where `url` is for those
 * with one page: developers.google.com/search/docs/appearance/structured-data/product-variants, read in a copy of unknown date.
 */
const groupSchema = v.strictObject({
  '@context': v.literal('https://schema.org'),
  '@type': v.literal('ProductGroup'),
  ...{ name: text, description: text, productGroupID: text },
  variesBy: v.tuple([v.literal('https://schema.org/size'), v.literal('https://schema.org/color')]),
  hasVariant: v.tupleWithRest(
    [v.required(productSchema, ['color'])],
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
    expect(group).toMatchObject({ productGroupID: 'puddle-raincoat' });
    const [own, ...others] = group.hasVariant;
    expect(own).toMatchObject({
      ...{ url: urlOf(coat), sku: coat._id, size: coat.size, color: coat.colour?.name },
      offers: { price: coat.price },
    });
    expect(await faultsOf(own)).toEqual([]);
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

test('a product’s page is also Markdown, for whoever asks for it', async () => {
  const markdownOf = (id: string, accept = 'text/markdown', server = shopInSizes) =>
    fetch(`${server.url}/productlist/${id}`, { headers: { accept } });
  const answer = await markdownOf('madder-puddle-raincoat-m');
  expect(answer.headers.get('content-type')).toBe('text/markdown;charset=utf-8');
  expect(answer.headers.get('vary')).toBe('Accept, Accept-Encoding');
  expect(await answer.text()).toMatchInlineSnapshot(`
    "# Madder Puddle Raincoat

    The raincoat with taped seams and a hood that stays up, in a red that is seen from the other end of the lane. The snaps are big enough for small hands.

    ![Madder Puddle Raincoat](https://shop.example/images/dyed/madder-puddle-raincoat.svg?v=45d3e0ff)

    - Sku: madder-puddle-raincoat-m
    - Size: M
    - Color: Madder
    - Offers:
      - Price: 999
      - Price currency: INR
      - Availability: In stock
      - Item condition: New condition
      - Merchant return policy:
        - Applicable country: IN
        - Return policy category: Merchant return finite return window
        - Merchant return days: 14
        - Return method: Return by mail
      - Shipping details:
        - Shipping rate:
          - Value: 0
          - Currency: INR
        - Shipping destination:
          - Address country: IN
        - Delivery time:
          - Transit time:
            - Min value: 4
            - Max value: 4
            - Unit code: DAY

    ## Variants

    - [Madder, S, ₹999, available](https://shop.example/productlist/madder-puddle-raincoat-s)
    - [Teal, S, ₹999, available](https://shop.example/productlist/puddle-raincoat-s)
    - [Teal, M, ₹999, unavailable](https://shop.example/productlist/puddle-raincoat)
    - [Teal, L, ₹999, available](https://shop.example/productlist/puddle-raincoat-l)

    [Madder Puddle Raincoat · Patchwork](https://shop.example/productlist/madder-puddle-raincoat-m)
    "
  `);
  const missing = await markdownOf('no-such-product');
  expect([missing.status, await missing.text()]).toEqual([
    404,
    '# Page not found\n\nPatchwork has nothing at this address.\n',
  ]);
});

test('llms.txt names the public pages, and where the products are', async () => {
  const answer = await fetch(`${shop.url}/llms.txt`);
  expect(answer.headers.get('content-type')).toBe('text/plain;charset=utf-8');
  expect(await answer.text()).toMatchInlineSnapshot(`
    "# Patchwork

    > Patchwork: clothing for men, women and kids, sewn from independent pieces.

    ## Pages

    - [Login](https://shop.example/login): Log in to see your cart, wishlist, addresses and orders.
    - [Sign up](https://shop.example/signup): Create an account, and what you like and what you pick waits for you.
    - [Help](https://shop.example/help): How to buy, pay, find your size, and see your orders.
    - [Delivery](https://shop.example/delivery): How long a delivery takes, where we deliver, and what it costs.
    - [Returns](https://shop.example/returns): How to cancel an order, send something back, and what happens if a payment goes wrong.
    - [Privacy](https://shop.example/privacy): What the shop knows, what your browser stores, and how to erase it.
    - [Patchwork](https://shop.example/): Clothing for men, women and kids, made slowly and worn often.
    - [The collection](https://shop.example/productlist): Every piece of the shop: filter by category, size, price and rating.

    ## Lists of pages

    - \`https://shop.example/productlist/{productId}\`: all are listed in the [sitemap](https://shop.example/sitemap.xml); each is sent as Markdown to requests with \`Accept: text/markdown\`; the [feed](https://shop.example/feeds/google.xml) has the same entries
    "
  `);
  expect(await (await fetch(`${shopOnMock.url}/llms.txt`)).text()).not.toContain('feeds');
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
