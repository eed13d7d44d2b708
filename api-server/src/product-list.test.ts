import { aProduct } from '@patchwork/domain/testing';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { StoredBody } from './answer.ts';
import { createApp } from './app.ts';
import type { OpenDatabase } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { fromProduct } from './database/product-row.ts';
import { products } from './database/schema.ts';
import { createProductList, type ProductList } from './product-list.ts';
import { createServices } from './services.ts';
import { describeOnEachDatabase, describeOnPostgres } from './testing/databases.ts';
import { testSettings } from './testing/server.ts';

const MAX_PRODUCTS = 5;

const log = pino({ level: 'silent' });

const aRow = (id: string) => ({ ...fromProduct(aProduct({ id })), stock: 7 });

interface ListedProduct {
  readonly _id: string;
  readonly price: string;
  readonly in_stock: boolean;
}

function productsOf(body: StoredBody | undefined): readonly ListedProduct[] {
  if (!body) throw new Error('There is no list');
  return JSON.parse(new TextDecoder().decode(body.plain)).products;
}

describeOnEachDatabase((newDatabase) => {
  let opened: OpenDatabase;
  let list: ProductList;

  beforeAll(async () => {
    opened = await openDatabase(await newDatabase());
    list = createProductList(opened.db, MAX_PRODUCTS);
  });
  afterAll(() => opened.close());
  beforeEach(async () => {
    await opened.db.delete(products);
    await opened.db.insert(products).values(['shirt', 'coat'].map(aRow));
  });

  const change = (set: object) =>
    opened.db.update(products).set(set).where(eq(products.id, 'shirt'));

  test('concurrent and later calls get the same list', async () => {
    const bodies = await Promise.all(Array.from({ length: 20 }, () => list.read()));
    expect(productsOf(bodies[0])).toMatchObject([{ _id: 'shirt' }, { _id: 'coat' }]);
    expect(new Set(bodies).size).toBe(1);
    expect(await list.read()).toBe(bodies[0]);
  });

  test.each([
    ['a price', { price: 77 }],
    ['a title', { title: 'Other', searchTitle: 'other' }],
    ['the place in the list', { position: sql`default` }],
    ['the sale of the last piece', { stock: 0 }],
    ['a checkout that holds the last piece', { held: 7 }],
  ])('%s causes a new list', async (_, set) => {
    const before = await list.read();
    await change(set);
    expect(await list.read()).not.toBe(before);
  });

  test.each([
    ['A piece that is sold', { stock: 6 }],
    ['A piece that is held', { held: 1 }],
    ['A value that stays the same', { price: sql`price` }],
  ])('%s causes no new list', async (_, set) => {
    const before = await list.read();
    await change(set);
    expect(await list.read()).toBe(before);
  });

  test('adding products, removing some or truncating the table changes the list', async () => {
    await opened.db.insert(products).values(aRow('dress'));
    expect(productsOf(await list.read())).toHaveLength(3);
    await opened.db.delete(products).where(eq(products.id, 'coat'));
    expect(productsOf(await list.read())).toHaveLength(2);
    await opened.db.execute(sql`truncate ${products}`);
    expect(productsOf(await list.read())).toEqual([]);
  });

  test('equal lists have the same ETag, and different lists different ones', async () => {
    const before = await list.read();
    await change({ price: 77 });
    expect((await list.read())?.etag).not.toBe(before?.etag);
    await change({ price: aRow('shirt').price });
    expect((await list.read())?.etag).toBe(before?.etag);
  });

  test('a call after a change does not get a list that was started before the change', async () => {
    const begun = list.read();
    await change({ price: 77 });
    expect(productsOf(await list.read())).toMatchObject([{ price: '77' }, {}]);
    await begun;
  });

  test('there is no list while the catalogue is too large', async () => {
    await opened.db.insert(products).values(['a', 'b', 'c', 'd'].map(aRow));
    expect(await list.read()).toBeUndefined();
    expect(await list.read()).toBeUndefined();
    await opened.db.delete(products).where(eq(products.id, 'a'));
    expect(productsOf(await list.read())).toHaveLength(MAX_PRODUCTS);
  });

  test('if building the list fails, the next call tries again', async () => {
    let isAway = true;
    const transaction: typeof opened.db.transaction = (...work) =>
      isAway ? Promise.reject(new Error('away')) : opened.db.transaction(...work);
    const db = Object.assign(Object.create(opened.db), { transaction });
    const broken = createProductList(db, MAX_PRODUCTS);
    const failed = await Promise.allSettled([broken.read(), broken.read()]);
    expect(failed).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    isAway = false;
    expect(productsOf(await broken.read())).toHaveLength(2);
  });

  describe('the answer to listProducts', () => {
    async function get(headers: Record<string, string> = {}, maxListedProducts = MAX_PRODUCTS) {
      const settings = { ...testSettings, maxListedProducts };
      const services = await createServices(opened.db, settings, log);
      const request = new Request('http://localhost/api/products', { headers });
      return createApp(services, settings).fetch(request, {});
    }

    test('is compressed if the client accepts gzip', async () => {
      const zipped = await get({ 'accept-encoding': 'br, gzip' });
      expect(zipped.headers.get('content-encoding')).toBe('gzip');
      expect(zipped.headers.get('vary')).toContain('accept-encoding');
      const unzipped = new Response(zipped.body?.pipeThrough(new DecompressionStream('gzip')));
      const plain = await get({ 'accept-encoding': 'gzip;q=0' });
      expect(plain.headers.get('content-encoding')).toBeNull();
      expect(await unzipped.json()).toEqual(await plain.json());
    });

    test('is a 304 for a client that already has the list', async () => {
      const first = await get();
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).toBe('no-cache');
      for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
        const again = await get({ 'if-none-match': known });
        expect(again.status, known).toBe(304);
        expect(again.headers.get('etag')).toBe(etag);
        expect(await again.text()).toBe('');
      }
      await change({ price: 77 });
      expect((await get({ 'if-none-match': etag })).status).toBe(200);
    });

    test('names the query endpoint if the catalogue is too large', async () => {
      const response = await get({}, 1);
      expect(response.status).toBe(422);
      expect(await response.json()).toEqual({
        errors: [
          'The shop has more products than one response may contain. Request them page by page: GET /api/product-query.',
        ],
      });
    });
  });
});

describeOnPostgres('two processes on Postgres', (newDatabase) => {
  let here: OpenDatabase;
  let there: OpenDatabase;

  beforeAll(async () => {
    const location = await newDatabase(3);
    here = await openDatabase(location);
    there = await openDatabase(location);
    await here.db.insert(products).values(['shirt', 'coat'].map(aRow));
  });
  afterAll(async () => {
    await here.close();
    await there.close();
  });

  test('one lists the other’s change as soon as it is committed', async () => {
    const list = createProductList(here.db, MAX_PRODUCTS);
    const before = await list.read();
    await there.db.transaction(async (tx) => {
      await tx.update(products).set({ price: 77 });
      expect(await list.read()).toBe(before);
    });
    expect(productsOf(await list.read())).toMatchObject([{ price: '77' }, { price: '77' }]);
  });

  test('can change different products without waiting for each other', async () => {
    await here.db.transaction(async (one) => {
      await one.update(products).set({ price: 78 }).where(eq(products.id, 'shirt'));
      await there.db.transaction(async (other) => {
        await other.execute(sql`set local lock_timeout = '1s'`);
        await other.update(products).set({ price: 78 }).where(eq(products.id, 'coat'));
      });
    });
  });
});
