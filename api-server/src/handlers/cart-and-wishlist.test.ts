import { endpoints, pathFor, type WireProduct } from '@patchwork/api';
import { demoAccount } from '@patchwork/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { cartLines, shoppers, wishlistLines } from '../database/schema.ts';
import { inMemory, openTestServer } from '../testing/server.ts';

const productId = 'puddle-raincoat';

let database: OpenDatabase;
let server: ApiServer;
let token = '';

beforeAll(async () => {
  database = await openDatabase(inMemory);
  server = await openTestServer({}, database);
  const login = await post('/api/auth/login', demoAccount);
  token = ((await login.json()) as { encodedToken: string }).encodedToken;
  await post('/api/user/cart', { product: { _id: productId } });
});

afterAll(() => server.stop());

const post = (path: string, body: object): Promise<Response> =>
  server.fetch(
    new Request(`http://localhost${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { authorization: token, 'content-type': 'application/json' },
    }),
  );

async function quantityAfter(
  name: 'changeCartQuantity' | 'setCartQuantity',
  body: object,
): Promise<number | undefined> {
  const response = await post(pathFor(endpoints[name], { productId }), body);
  expect(response.status).toBe(200);
  const { cart } = (await response.json()) as { cart: readonly { readonly qty: number }[] };
  return cart[0]?.qty;
}

const change = (type: 'increment' | 'decrement') =>
  quantityAfter('changeCartQuantity', { action: { type } });

test('of changes at once each one counts, and the line stays from 1 to 999', async () => {
  expect(await quantityAfter('setCartQuantity', { quantity: 994 })).toBe(994);
  await Promise.all(Array.from({ length: 4 }, () => change('increment')));
  expect(await change('increment')).toBe(999);
  expect(await quantityAfter('setCartQuantity', { quantity: 2 })).toBe(2);
  await Promise.all([change('decrement'), change('decrement')]);
  expect(await change('increment')).toBe(2);
});

test.each([
  ['cart', cartLines],
  ['wishlist', wishlistLines],
] as const)(
  'a %s with 200 products takes no other one, and keeps those that it has',
  async (list, table) => {
    const [shopper] = await database.db.select().from(shoppers);
    const fields = { shopperId: shopper?.id ?? '', product: {} as WireProduct };
    await database.db.delete(table);
    await database.db
      .insert(table)
      .values(
        Array.from({ length: 199 }, (_, index) => ({ ...fields, productId: `kept-${index}` })),
      );
    const add = (_id: string) => post(`/api/user/${list}`, { product: { _id } });
    expect((await add(productId)).status).toBe(201);
    const refused = await add('ribbed-crew-sweater');
    expect(refused.status).toBe(422);
    expect(await refused.json()).toEqual({
      errors: [`Your ${list} can hold 200 products. Remove one that you do not need.`],
    });
    expect((await add(productId)).status).toBe(201);
    expect(await database.db.$count(table)).toBe(200);
  },
);
