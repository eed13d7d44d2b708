import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { aProduct } from '@patchwork/domain/testing';
import { eq, sql } from 'drizzle-orm';
import { pino } from 'pino';
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { createApp } from '../app.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { products } from '../database/schema.ts';
import type { StoredBody } from '../http/answer.ts';
import { writeProductList } from '../rows/product-list.ts';
import { fromProduct } from '../rows/product-row.ts';
import { describeOnEachDatabase, describeOnPostgres } from '../testing/databases.ts';
import { inMemory, testSettings } from '../testing/server.ts';
import { createCatalogueAnswers } from './catalogue-answers.ts';
import { createServices } from './services.ts';

const MAX_PRODUCTS = 5;

const log = pino({ level: 'silent' });

const aRow = (id: string) => ({ ...fromProduct(aProduct({ id })), stock: 7 });

interface ListedProduct {
  readonly _id: string;
  readonly price: string;
  readonly in_stock: boolean;
}

function createList(opened: Pick<OpenDatabase, 'db' | 'writes'>) {
  const answers = createCatalogueAnswers(opened);
  const { db } = opened;
  return { read: () => answers.read('all', () => writeProductList(db, MAX_PRODUCTS)) };
}

function productsOf(body: StoredBody | undefined): readonly ListedProduct[] {
  if (!body) throw new Error('There is no list');
  return JSON.parse(new TextDecoder().decode(body.plain)).products;
}

describeOnEachDatabase((newDatabase) => {
  let opened: OpenDatabase;
  let list: ReturnType<typeof createList>;

  beforeAll(async () => {
    opened = await openDatabase(await newDatabase());
    list = createList(opened);
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
    const broken = createList({ db });
    const failed = await Promise.allSettled([broken.read(), broken.read()]);
    expect(failed).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    isAway = false;
    expect(productsOf(await broken.read())).toHaveLength(2);
  });

  test('an answer that was not asked for longest is dropped first', async () => {
    const answers = createCatalogueAnswers(opened, 10_000);
    const make = vi.fn(async () => `"${'x'.repeat(1_500)}"`);
    const read = (key: string) => answers.read(key, make);
    for (const key of ['a', 'b', 'a', 'c']) await read(key);
    expect(make).toHaveBeenCalledTimes(3);
    await read('a');
    expect(make).toHaveBeenCalledTimes(3);
    await read('b');
    expect(make).toHaveBeenCalledTimes(4);
  });

  test('an answer that is larger than the cache is cached alone', async () => {
    const answers = createCatalogueAnswers(opened, 10_000);
    const make = vi.fn(async () => 'x'.repeat(50_000));
    await answers.read('large', make);
    await answers.read('large', make);
    expect(make).toHaveBeenCalledOnce();
    await answers.read('other', make);
    await answers.read('large', make);
    expect(make).toHaveBeenCalledTimes(3);
  });

  describe('the answer to', () => {
    async function get(path: string, headers: Record<string, string> = {}, maxListedProducts = 5) {
      const settings = { ...testSettings, maxListedProducts };
      const services = await createServices(opened, settings, log);
      const request = new Request(`http://localhost/api/${path}`, { headers });
      return createApp(services, settings).fetch(request, {});
    }

    beforeEach(() => change({ description: 'A shirt of linen. '.repeat(100), trending: true }));

    const paths = ['products', 'product-query?search=shirt', 'trending-products', 'products/shirt'];

    test.each(paths)('%s is compressed as the client accepts it', async (path) => {
      const plain = await (await get(path)).text();
      for (const [accepted, coding, decompress] of [
        ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
        ['br;q=0, gzip', 'gzip', gunzipSync],
        ['gzip;q=0', null, (body: Buffer) => body],
        ['identity', null, (body: Buffer) => body],
      ] as const) {
        const response = await get(path, { 'accept-encoding': accepted });
        expect(response.headers.get('content-encoding'), accepted).toBe(coding);
        expect(response.headers.get('vary')).toContain('accept-encoding');
        const body = Buffer.from(await response.arrayBuffer());
        expect(String(decompress(body))).toBe(plain);
        if (coding) expect(body.length).toBeLessThan(plain.length / 3);
      }
    });

    test.each(paths)('%s is a 304 for a client that already has it', async (path) => {
      const first = await get(path);
      const etag = first.headers.get('etag') ?? '';
      expect(first.headers.get('cache-control')).toBe('no-cache');
      for (const known of [etag, `"other", ${etag}`, etag.replace('W/', ''), '*']) {
        const again = await get(path, { 'if-none-match': known });
        expect(again.status, known).toBe(304);
        expect(again.headers.get('etag')).toBe(etag);
        expect(await again.text()).toBe('');
      }
      await change({ price: 77 });
      expect((await get(path, { 'if-none-match': etag })).status).toBe(200);
    });

    test.each(['products/shirt', 'products/none', 'categories', 'openapi.json', 'user/cart'])(
      '%s is compressed only if it is the same for everybody',
      async (path) => {
        const response = await get(path, { 'accept-encoding': 'br' });
        const isStored = path === 'products/shirt';
        expect(response.headers.has('content-encoding')).toBe(isStored);
        expect(response.headers.has('etag')).toBe(isStored);
      },
    );

    test('products names the query endpoint if the catalogue is too large', async () => {
      const response = await get('products', {}, 1);
      expect(response.status).toBe(422);
      expect(await response.json()).toEqual({
        errors: [
          'The shop has more products than one response may contain. Request them page by page: GET /api/product-query.',
        ],
        code: 'tooManyProducts',
      });
    });
  });
});

test('an embedded database is not asked for the revision before something is written', async () => {
  const opened = await openDatabase(inMemory);
  onTestFinished(() => opened.close());
  const list = createList(opened);
  await opened.db.insert(products).values(aRow('shirt'));
  await list.read();
  const asked = vi.spyOn(Reflect.get(opened.db, '$client'), 'execProtocolRawSync');
  await list.read();
  expect(asked).not.toHaveBeenCalled();
  await opened.db.transaction(async (tx) => {
    await tx.update(products).set({ price: 77 });
  });
  expect(productsOf(await list.read())).toMatchObject([{ price: '77' }]);
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
    const list = createList(here);
    const before = await list.read();
    await there.db.transaction(async (tx) => {
      await tx.update(products).set({ price: 77 });
      expect(await list.read()).toBe(before);
    });
    expect(productsOf(await list.read())).toMatchObject([{ price: '77' }, { price: '77' }]);
  });

  test('one answers with the other’s change, whatever was asked', async () => {
    const app = createApp(await createServices(here, testSettings, log), testSettings);
    const paths = ['products', 'product-query', 'product-query?search=shirt', 'products/shirt'];
    const textOf = async (path: string) =>
      (await app.fetch(new Request(`http://localhost/api/${path}`), {})).text();
    for (const price of [81, 82]) {
      await there.db.update(products).set({ price });
      for (const path of paths) expect(await textOf(path), path).toContain(`"price":"${price}"`);
    }
    await there.db.update(products).set({ held: 7 });
    for (const path of paths) expect(await textOf(path), path).toContain('"in_stock":false');
    await there.db.update(products).set({ isHidden: true });
    for (const path of paths) expect(await textOf(path), path).not.toContain('"price":"82"');
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
