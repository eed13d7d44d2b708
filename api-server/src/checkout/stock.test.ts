import { randomUUID } from 'node:crypto';
import { encodeAddress } from '@patchwork/api/wire';
import { anAddress } from '@patchwork/domain/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';

const STOCK = 3;

describeOnEachDatabase((openServer) => {
  let server: ApiServer;

  beforeAll(async () => {
    server = await openServer({ sampleStock: STOCK });
  });

  afterAll(() => server.stop());

  /** Sends a request again while the database is too busy for it, as the answer asks for. */
  async function call(token: string, method: string, path: string, body?: object) {
    for (;;) {
      const response = await server.fetch(
        new Request(`http://localhost/api${path}`, {
          method,
          headers: { authorization: token, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
      const data = await response.json();
      if (response.status !== 503) return { status: response.status, data };
    }
  }

  const productOf = async (productId: string) =>
    (await call('', 'GET', `/products/${productId}`)).data.product;

  /** A shopper with one piece of a product in the cart. */
  async function shopperWith(productId: string) {
    const account = { email: `${randomUUID()}@patchwork.example`, password: 'loom and thread' };
    const token: string = (await call('', 'POST', '/auth/signup', account)).data.encodedToken;
    const product = await productOf(productId);
    await call(token, 'POST', '/user/cart', { product });
    await call(token, 'POST', '/user/addresses', { address: encodeAddress(anAddress) });
    const open = async () => {
      const lines = [{ _id: productId, qty: 1, price: Number(product.price) }];
      const body = { key: randomUUID(), addressId: anAddress.id, lines };
      const { status, data } = await call(token, 'POST', '/user/checkouts', body);
      return { status, checkout: data.checkout };
    };
    const buy = async () => {
      const { status, checkout } = await open();
      if (status !== 201) return status;
      const payment = `/simulator/orders/${checkout.payment.orderId}/payment`;
      const paid = await call(token, 'POST', payment, { outcome: 'success' });
      const confirmation = `/user/checkouts/${checkout.key}/confirmation`;
      return (await call(token, 'POST', confirmation, paid.data)).status;
    };
    return { token, open, buy };
  }

  const shoppersWith = (count: number, productId: string) =>
    Promise.all(Array.from({ length: count }, () => shopperWith(productId)));

  const countOf = (statuses: readonly number[], status: number) =>
    statuses.filter((other) => other === status).length;

  test('of eight shoppers at once three get one of three pieces; then it is out of stock', async () => {
    const shoppers = await shoppersWith(8, 'indigo-selvedge-overshirt');
    const statuses = await Promise.all(shoppers.map(({ buy }) => buy()));
    expect(countOf(statuses, 201)).toBe(STOCK);
    expect(countOf(statuses, 409)).toBe(8 - STOCK);
    expect(await productOf('indigo-selvedge-overshirt')).toMatchObject({ in_stock: false });
  });

  test('open checkouts hold their pieces, out of stock to everyone else, and a cancelled one gives its piece to the next', async () => {
    const [first, second, third, fourth] = await shoppersWith(4, 'ajrakh-camp-collar-shirt');
    if (!first || !second || !third || !fourth) throw new Error('four shoppers');
    const { checkout } = await first.open();
    for (const { open } of [second, third]) expect((await open()).status).toBe(201);
    expect((await fourth.open()).status).toBe(409);
    expect(await productOf('ajrakh-camp-collar-shirt')).toMatchObject({ in_stock: false });
    await call(first.token, 'DELETE', `/user/checkouts/${checkout.key}`);
    expect(await productOf('ajrakh-camp-collar-shirt')).toMatchObject({ in_stock: true });
    expect(await fourth.buy()).toBe(201);
  });

  test('one shopper who opens two checkouts at once gets one', async () => {
    const { open } = await shopperWith('khadi-band-collar-kurta');
    const opened = await Promise.all([open(), open()]);
    expect(opened.map(({ status }) => status).sort()).toEqual([201, 409]);
  });
});
