import { anAddress, aProduct } from '@patchwork/domain/testing';
import { expect, test } from 'vitest';
import { createTestMock } from './testing.ts';

const shirt = aProduct({ id: 'shirt' });

async function openAsAsha(options?: Parameters<typeof createTestMock>[0]) {
  const mock = createTestMock(options);
  const { token } = await mock.logIn();
  return { ...mock, api: mock.connect({ getToken: () => token, onUnauthorized: () => {} }) };
}

test('the mock has the data that a test passes, and the sample data otherwise', async () => {
  const order = {
    ...{ id: 'order-1', number: 'PW-7K3M-X9Q2', events: [], returnUntil: null },
    ...{ placedAt: '2026-11-01T10:00:00.000Z', paymentReference: 'pay_1' },
    ...{ lines: [{ product: shirt, quantity: 2 }], total: 3000, address: anAddress },
  };
  const { api } = await openAsAsha({
    products: [shirt],
    cart: [{ product: shirt, quantity: 2 }],
    wishlist: [shirt],
    addresses: [anAddress],
    orders: [order],
  });
  expect(await api.listProducts({})).toEqual({ ok: true, value: { products: [shirt] } });
  expect(await api.getCart({})).toMatchObject({ value: { cart: order.lines } });
  expect(await api.getWishlist({})).toMatchObject({ value: { wishlist: [shirt] } });
  expect(await api.listAddresses({})).toMatchObject({ value: { addresses: [anAddress] } });
  expect(await api.listOrders({ query: {} })).toMatchObject({ value: { orders: [order] } });
  const categories = await api.listCategories({});
  expect(categories.ok && categories.value.categories).toHaveLength(3);
});

test('two mocks share nothing', async () => {
  const [one, other] = [await openAsAsha({ products: [shirt] }), await openAsAsha()];
  await one.api.addToCart({ body: { product: shirt } });
  expect(await other.api.getCart({})).toEqual({ ok: true, value: { cart: [] } });
});

test('a call fails with a status or as a lost connection, until `fail` is called without a failure', async () => {
  const { api, fail } = await openAsAsha();
  fail({ getCart: 503, getWishlist: 'network' });
  expect(await api.getCart({})).toMatchObject({ error: { kind: 'status', status: 503 } });
  expect(await api.getWishlist({})).toMatchObject({ error: { kind: 'network' } });
  fail({});
  expect((await api.getCart({})).ok).toBe(true);
});

test('a held call waits until it is released, and is listed until then', async () => {
  const { api, hold, calls, idle } = await openAsAsha({ products: [shirt] });
  const release = hold('addToCart', 'addToWishlist');
  const adding = api.addToCart({ body: { product: shirt } });
  await idle();
  expect(await api.getCart({})).toEqual({ ok: true, value: { cart: [] } });
  expect(calls.map(({ name }) => name)).toEqual(['login', 'addToCart', 'getCart']);
  expect(calls[1]).toMatchObject({ body: { product: { _id: 'shirt' } } });
  release();
  expect(await adding).toMatchObject({ value: { cart: [{ quantity: 1 }] } });
});
