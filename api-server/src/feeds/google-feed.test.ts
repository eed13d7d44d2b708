import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { aProduct } from '@patchwork/domain/testing';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportCatalogue } from '../commands/export-catalogue.ts';
import { importCatalogue } from '../commands/import-catalogue.ts';
import { readFeed } from '../commands/merchant/feed-xml.ts';
import type { ApiServer } from '../create-api-server.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { products } from '../database/schema.ts';
import { fromProduct, type ProductRow } from '../rows/product-row.ts';
import { runCommand } from '../testing/command.ts';
import { inMemory, openTestServer, testSettings } from '../testing/server.ts';
import { googleItem, writeGoogleFeed } from './google-feed.ts';

const shopUrl = 'https://shop.example';

const row = (change: Partial<ProductRow> = {}): ProductRow => ({
  ...fromProduct(aProduct({ id: 'shirt', image: '/shirt.jpg', price: 900, originalPrice: 900 })),
  ...{ position: 1, stock: 3, held: 0, isHidden: false, care: null, sources: null, pictures: null },
  ...{ style: null, colour: null },
  description: 'Soft.',
  ...change,
});

async function* batchOf(...rows: ProductRow[]) {
  yield rows;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-feed-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the elements of the item that a product becomes. */
async function elementsOf(change: Partial<ProductRow> = {}) {
  let text = '';
  for await (const piece of writeGoogleFeed(batchOf(row(change)), shopUrl)) text += piece;
  const file = path.join(folder, 'one.xml');
  await writeFile(file, text);
  for await (const { cells } of readFeed(file, (name) => name)) return cells;
  return undefined;
}

describe('an item has', () => {
  test('the fields that Google requires of clothing', async () => {
    expect(await elementsOf({ title: 'Shirt & <tie>', category: 'WOMEN', size: 'XL' })).toEqual({
      ...{ id: 'shirt', title: 'Shirt & <tie>', description: 'Soft.', price: '900.00 INR' },
      ...{ link: 'https://shop.example/productlist/shirt' },
      ...{ image_link: 'https://shop.example/shirt.jpg', availability: 'in_stock' },
      ...{ condition: 'new', identifier_exists: 'no', google_product_category: '1604' },
      ...{ gender: 'female', age_group: 'adult', size: 'XL', shipping: 'IN 0.00 INR' },
    });
  });

  test.each([
    [{ stock: 2, held: 2 }, { availability: 'out_of_stock' }],
    [{ price: 700 }, { price: '900.00 INR', sale_price: '700.00 INR' }],
    [{ price: 1000 }, { price: '1000.00 INR' }],
    [{ category: 'KIDS' as const }, { gender: 'unisex', age_group: 'kids' }],
    [{ category: 'MEN' as const }, { gender: 'male', age_group: 'adult' }],
    [{ id: 'é ?#' }, { link: 'https://shop.example/productlist/%C3%A9%20%3F%23' }],
    [{ image: 'https://a.example/é.png' }, { image_link: 'https://a.example/%C3%A9.png' }],
    [
      {
        pictures: ['/b.jpg', '/c.svg', 'https://a.example/d'].map((image) => ({ image, alt: 'x' })),
      },
      { additional_image_link: 'https://shop.example/b.jpg\nhttps://a.example/d' },
    ],
  ])('%j as %j', async (change, elements) => {
    expect(await elementsOf(change)).toMatchObject(elements);
  });
});

// Sources: google-feed.ts.
test.each([
  [{ id: 'a'.repeat(51) }, 'has more than 50 characters in its id'],
  [{ title: 'a'.repeat(151) }, 'has more than 150 characters in its title'],
  [{ description: '' }, 'has no description'],
  [{ description: 'a'.repeat(5001) }, 'has more than 5000 characters in its description'],
  [{ title: 'a\u0008' }, 'has a control character in its title'],
  [{ image: '' }, 'has no image'],
  [{ image: '/a.svg?v=1' }, 'has an image that is neither JPEG, WebP, PNG, GIF, BMP nor TIFF'],
  [
    { image: `/${'a'.repeat(2000)}.jpg` },
    'has an image with an address of more than 2000 characters',
  ],
  [{ price: 0 }, 'has no price'],
])('a product that breaks a rule of Google is left out: %.60j', (change, broken) => {
  expect(googleItem(row(change), shopUrl)).toEqual({ broken });
});

test.each([
  { id: 'a'.repeat(50), title: 'a'.repeat(150), description: 'a'.repeat(5000) },
  { description: 'Line\n\tby line' },
  { image: 'https://a.example/picture?id=7' },
])('a product at the limit of a rule is kept: %.60j', (change) => {
  expect(googleItem(row(change), shopUrl)).toHaveProperty('item');
});

describe('the command', () => {
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openDatabase(inMemory);
  });
  afterAll(() => opened.close());
  beforeEach(() => opened.db.delete(products));

  const add = (...rows: Partial<ProductRow>[]) =>
    opened.db
      .insert(products)
      .values(
        rows.map(({ position: _position, ...change }) => ({ ...withoutPosition(), ...change })),
      );
  const withoutPosition = () => {
    const { position: _position, ...columns } = row();
    return columns;
  };

  test('writes the shown products to an .xml file, and names those that are left out', async () => {
    await add({ id: 'a' }, { id: 'b', description: '' }, { id: 'c', isHidden: true });
    const file = path.join(folder, 'google.xml');
    const settings = { ...testSettings, shopUrl };
    expect(await runCommand(opened.db, settings, ['catalogue', 'export', file])).toBe(
      `1 product written to ${file}\n1 product left out by the rules of Google Merchant Center:\n  b has no description`,
    );
    expect(JSON.parse(await runCommand(opened.db, settings, ['export', file, '--json']))).toEqual({
      exported: 1,
      leftOut: [{ id: 'b', broken: 'has no description' }],
    });
  });

  test('writes a feed that an import reads as the same products', async () => {
    await add(
      { id: 'a', title: 'A & <b>', description: 'One\n\ntwo', price: 700, category: 'WOMEN' },
      { id: 'b', size: 'XXL', category: 'KIDS', image: 'https://a.example/b.png' },
      {
        id: 'c',
        category: 'MEN',
        pictures: [{ image: 'https://a.example/c.jpg', alt: row().title }],
      },
      { id: 'd', stock: 0 },
    );
    const carried = () =>
      opened.db
        .select({
          ...{ id: products.id, title: products.title, description: products.description },
          ...{ category: products.category, size: products.size, price: products.price },
          ...{ originalPrice: products.originalPrice, pictures: products.pictures },
          isInStock: sql<boolean>`${products.stock} > 0`,
        })
        .from(products)
        .orderBy(asc(products.position));
    const before = await carried();
    const file = path.join(folder, 'round-trip.xml');
    await exportCatalogue(opened.db, file, shopUrl);
    const text = await readFile(file, 'utf8');
    await opened.db.delete(products);
    await importCatalogue(opened.db, file, { dryRun: false, replace: false, setStock: false });
    expect(await carried()).toEqual(before);
    expect(await exportCatalogue(opened.db, file, shopUrl)).toMatchObject({ exported: 4 });
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('GET /feeds/google.xml', () => {
  let server: ApiServer;
  let opened: OpenDatabase;
  beforeAll(async () => {
    opened = await openDatabase(inMemory);
    server = await openTestServer({ shopUrl }, opened);
  });
  afterAll(() => server.stop());

  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    server.fetch(new Request('http://api.example/feeds/google.xml', { method, headers }));

  /** Returns a response's entity tag, without reading its body, which a stopping server would wait for. */
  async function tagOf(answered: Promise<Response>): Promise<string> {
    const { headers, body } = await answered;
    await body?.cancel();
    return headers.get('etag') ?? '';
  }

  beforeEach(async () => {
    await opened.db.delete(products);
    const { position: _position, ...columns } = row();
    await opened.db.insert(products).values([
      { ...columns, id: 'a' },
      { ...columns, id: 'b', isHidden: true },
    ]);
  });

  test('sends the shown products to anyone, to be asked for again each time', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...{ 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'no-cache' },
      ...{ 'x-content-type-options': 'nosniff', vary: 'accept-encoding' },
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    const text = await response.text();
    expect(text).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<rss version="2.0" /);
    expect(text.match(/<g:id>\w+/g)).toEqual(['<g:id>a']);
    expect(text).toMatch(/<\/rss>\n$/);
  });

  test('is compressed for a client that accepts gzip', async () => {
    const response = await get({ 'accept-encoding': 'br, gzip' });
    expect(response.headers.get('content-encoding')).toBe('gzip');
    const text = new Response(response.body?.pipeThrough(new DecompressionStream('gzip')));
    expect(await text.text()).toContain('<g:id>a</g:id>');
  });

  test('sends nothing to a client that has it, until a product changes', async () => {
    const etag = await tagOf(get());
    const known = await get({ 'if-none-match': etag });
    expect([known.status, await known.text(), known.headers.get('etag')]).toEqual([304, '', etag]);
    await opened.db.update(products).set({ price: 800 }).where(eq(products.id, 'a'));
    const changed = await get({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(await changed.text()).toContain('800.00 INR');
  });

  test('answers HEAD without reading the products', async () => {
    const response = await get({}, 'HEAD');
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('etag')).toBe(await tagOf(get()));
  });

  test('is broken off if the database fails, so that nobody takes it for complete', async () => {
    const { position: _position, ...columns } = row();
    await opened.db
      .insert(products)
      .values(Array.from({ length: 1500 }, (_, index) => ({ ...columns, id: `p${index}` })));
    const response = await get();
    await opened.db.execute(sql`alter table products rename to away`);
    await expect(response.text()).rejects.toThrow(/^The response was broken off$/);
    await expect(get({ 'cache-control': 'no-cache' }).then((each) => each.status)).resolves.toBe(
      500,
    );
    await opened.db.execute(sql`alter table away rename to products`);
    expect(await (await get()).text()).toContain('<g:id>p1499</g:id>');
  });
});

test('a server that stops sends a feed that it has begun to its end', async () => {
  const opened = await openDatabase(inMemory);
  const server = await openTestServer({ shopUrl }, opened);
  const { position: _position, ...columns } = row();
  await opened.db
    .insert(products)
    .values(Array.from({ length: 3000 }, (_, index) => ({ ...columns, id: `p${index}` })));
  const response = await server.fetch(new Request('http://api.example/feeds/google.xml'));
  const stopped = server.stop();
  const text = await response.text();
  expect(text.match(/<item>/g)).toHaveLength(3000);
  await stopped;
});
