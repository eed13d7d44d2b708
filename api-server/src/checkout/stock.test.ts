import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import { openTestServer } from '../testing/server.ts';
import { calledPatiently, connect, signUp } from '../testing/shopper.ts';

const STOCK = 3;

describeOnEachDatabase((newDatabase) => {
  let server: ApiServer;

  beforeAll(async () => {
    server = await openTestServer({ database: await newDatabase(), sampleStock: STOCK });
  });

  afterAll(() => server.stop());

  const isInStock = async (productId: string): Promise<boolean> =>
    (await connect(server)('GET', `/products/${productId}`)).data.product.in_stock;

  const shoppersWith = (count: number, productId: string) =>
    Promise.all(Array.from({ length: count }, () => signUp(calledPatiently(server), productId)));

  const statusesOf = (answers: readonly { readonly status: number }[]) =>
    answers.map(({ status }) => status).sort();

  test('of eight concurrent shoppers, three get one of three pieces each; then the product is out of stock', async () => {
    const shoppers = await shoppersWith(8, 'indigo-selvedge-overshirt');
    const bought = await Promise.all(shoppers.map(({ buy }) => buy()));
    expect(statusesOf(bought)).toEqual([201, 201, 201, 409, 409, 409, 409, 409]);
    expect(await isInStock('indigo-selvedge-overshirt')).toBe(false);
  });

  test('pieces in open checkouts are out of stock for everyone else; a cancelled checkout releases its piece to the next shopper', async () => {
    const [first, second, third, fourth] = await shoppersWith(4, 'ajrakh-camp-collar-shirt');
    if (!first || !second || !third || !fourth) throw new Error('four shoppers');
    const { checkout } = (await first.open()).data;
    for (const { open } of [second, third]) expect((await open()).status).toBe(201);
    expect((await fourth.open()).status).toBe(409);
    expect(await isInStock('ajrakh-camp-collar-shirt')).toBe(false);
    await first.call('DELETE', `/user/checkouts/${checkout.key}`);
    expect(await isInStock('ajrakh-camp-collar-shirt')).toBe(true);
    expect((await fourth.buy()).status).toBe(201);
  });

  test('a shopper who opens two checkouts at the same time gets one', async () => {
    const [shopper] = await shoppersWith(1, 'khadi-band-collar-kurta');
    const opened = await Promise.all([shopper?.open(), shopper?.open()]);
    expect(opened.map((answer) => answer?.status).sort()).toEqual([201, 409]);
  });
});
