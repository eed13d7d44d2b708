import type { WireProduct } from '@patchwork/api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { cartLines, wishlistLines } from '../database/schema.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import { inMemory, openTestServer } from '../testing/server.ts';
import { connect, signUp } from '../testing/shopper.ts';

const productId = 'puddle-raincoat';

let database: OpenDatabase;
let server: ApiServer;
let shopper: Awaited<ReturnType<typeof signUp>>;

beforeAll(async () => {
  database = await openDatabase(inMemory);
  server = await openTestServer({}, database);
  shopper = await signUp(server, productId);
});

afterAll(() => server.stop());

async function quantityAfter(path: '' | '/quantity', body: object): Promise<number> {
  const { status, data } = await shopper.call('POST', `/user/cart/${productId}${path}`, body);
  expect(status).toBe(200);
  return data.cart[0].qty;
}

const change = (type: 'increment' | 'decrement') => quantityAfter('', { action: { type } });

test('concurrent changes all count, and the quantity stays between 1 and 999', async () => {
  expect(await quantityAfter('/quantity', { quantity: 994 })).toBe(994);
  await Promise.all(Array.from({ length: 4 }, () => change('increment')));
  expect(await change('increment')).toBe(999);
  expect(await quantityAfter('/quantity', { quantity: 2 })).toBe(2);
  await Promise.all([change('decrement'), change('decrement')]);
  expect(await change('increment')).toBe(2);
});

test.each([
  ['cart', cartLines],
  ['wishlist', wishlistLines],
] as const)(
  'a %s with 200 products accepts no further one, and keeps those that it has',
  async (list, table) => {
    const fields = { shopperId: shopper.id, product: {} as WireProduct };
    await database.db.delete(table);
    await database.db
      .insert(table)
      .values(
        Array.from({ length: 199 }, (_, index) => ({ ...fields, productId: `kept-${index}` })),
      );
    const add = (_id: string) => shopper.call('POST', `/user/${list}`, { product: { _id } });
    expect((await add(productId)).status).toBe(201);
    const errors = [`Your ${list} can hold 200 products. Remove one that you do not need.`];
    expect(await add('ribbed-crew-sweater')).toMatchObject({ status: 422, data: { errors } });
    expect((await add(productId)).status).toBe(201);
    expect(await database.db.$count(table)).toBe(200);
  },
);

/** Several, because only some find the cart full, and a moment later not. */
const SHOPPERS_AT_THE_LIMIT = 5;

describeOnEachDatabase((newDatabase) => {
  test.each([
    ['cart', cartLines],
    ['wishlist', wishlistLines],
  ] as const)(
    'a %s has at most 200 products when several are added at once',
    async (list, table) => {
      const opened = await openDatabase(await newDatabase());
      const busy = await openTestServer({}, opened);
      const { products } = (await connect(busy)('GET', '/products')).data;
      const ids = products.slice(0, 10).map(({ _id }: WireProduct) => _id);
      for (let shoppers = 0; shoppers < SHOPPERS_AT_THE_LIMIT; shoppers += 1) {
        const own = await signUp(busy);
        const fields = { shopperId: own.id, product: {} as WireProduct };
        const kept = Array.from({ length: 197 }, (_, at) => ({
          ...fields,
          productId: `kept-${at}`,
        }));
        await opened.db.insert(table).values(kept);
        const answers = await Promise.all(
          ids.map((_id: string) => own.call('POST', `/user/${list}`, { product: { _id } })),
        );
        const stored = (
          await opened.db.select().from(table).where(eq(table.shopperId, own.id))
        ).map(({ productId: id }) => id);
        expect(stored.length).toBeLessThanOrEqual(200);
        const accepted = ids.filter((_: string, at: number) => answers[at].status === 201);
        expect(ids.filter((id: string) => stored.includes(id))).toEqual(accepted);
        expect(new Set(answers.map(({ status }) => status))).toContain(422);
      }
      await busy.stop();
    },
  );
});
