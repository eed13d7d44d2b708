import { expect, test } from 'vitest';
import { refusals } from '../src/refusals.ts';
import { createShopper } from './checkout.ts';
import { type ApiUnderTest, unknownId } from './under-test.ts';

/** Returns a function that creates a shopper with an order of one piece each of two products. */
export function createCustomer(api: ApiUnderTest) {
  return async () => {
    const [first, second] = await api.twoProducts();
    const shopper = await createShopper(api)(first, second);
    const { key, payment } = await shopper.open();
    const body = await shopper.pay(payment.orderId);
    const { order } = await shopper.succeed('confirmCheckout', { params: { key }, body });
    const params = { order: order._id };
    const operator = await api.operator();
    return {
      ...shopper,
      first,
      second,
      order,
      params,
      operator,
      read: async () => (await shopper.succeed('findOrder', { params })).order,
      change: async (...actions: readonly object[]) => {
        for (const action of actions)
          await operator.succeed('changeOrder', { params, body: { action } });
      },
    };
  };
}

export const shipping = [
  { type: 'pack' },
  { type: 'ship', carrier: 'Blue Dart', trackingUrl: 'https://parcels.example/123' },
];
export const delivery = [...shipping, { type: 'deliver' }];

function testOrderLife(api: ApiUnderTest): void {
  const customer = createCustomer(api);

  test('a new order has a unique number and no events', async () => {
    const { order, read } = await customer();
    expect(order.number).toMatch(/^PW-\w{4}-\w{4}$/);
    expect(order).toMatchObject({ events: [], returnUntil: null });
    expect(await read()).toEqual(order);
    expect((await customer()).order.number).not.toBe(order.number);
  });

  test('a shopper cancels one line, then the rest, and each is refunded once', async () => {
    const { first, second, succeed, params, read } = await customer();
    const cancel = async (body: object) => (await succeed('cancelOrder', { params, body })).order;
    const firstOnly = { products: [first._id] };
    for (const body of [firstOnly, firstOnly, {}, {}, firstOnly]) await cancel(body);
    const { events } = await read();
    const refunds = [first, second].map(({ price }) => Number(price));
    expect(events.filter(({ type }) => type === 'cancelled')).toMatchObject([
      { products: [first._id] },
      { products: [second._id] },
    ]);
    expect(events.flatMap((event) => (event.type === 'refunded' ? event.amount : []))).toEqual(
      refunds,
    );
    expect((await succeed('listOrders')).orders).toEqual([await read()]);
  });

  test('concurrent cancellations create one event', async () => {
    const { succeed, params, read } = await customer();
    const cancel = () => succeed('cancelOrder', { params, body: {} });
    await Promise.all([cancel(), cancel(), cancel()]);
    const { events } = await read();
    expect(events.map(({ type }) => type)).toEqual(['cancelled', 'refunded']);
  });

  test('a packed order can’t be cancelled by its shopper, and a shipped one by no one', async () => {
    const { first, refused, succeed, operator, params, change, read } = await customer();
    await change({ type: 'pack' });
    await refused('cancelOrder', { params, body: {} }, refusals.orderPacked);
    await change({ type: 'cancel', products: [first._id] }, ...shipping);
    const before = await read();
    const body = { action: { type: 'cancel' } };
    await operator.refused('changeOrder', { params, body }, refusals.orderShipped);
    await refused('cancelOrder', { params, body: {} }, refusals.orderShipped);
    // Cancelling cancelled lines again changes nothing.
    await succeed('cancelOrder', { params, body: { products: [first._id] } });
    expect(await read()).toEqual(before);
  });

  test('a delivered line is returned: requested by the shopper, accepted by the operator, refunded', async () => {
    const { first, second, succeed, refused, params, change, read } = await customer();
    const asked = { params, body: { products: [first._id], reason: ' It is too small ' } };
    await refused('askReturn', asked, refusals.orderNotDelivered);
    await change(...delivery);
    await refused('cancelOrder', { params, body: {} }, refusals.orderDelivered);
    const { returnUntil, events } = await read();
    const { at = '' } = events.find(({ type }) => type === 'delivered') ?? {};
    expect(Date.parse(returnUntil ?? '')).toBeGreaterThan(Date.parse(at));
    for (const input of [asked, asked]) await succeed('askReturn', input);
    expect((await read()).events.slice(3)).toMatchObject([
      { type: 'returnAsked', products: [first._id], reason: 'It is too small' },
    ]);
    const accept = { type: 'acceptReturn', products: [first._id] };
    await change(accept, accept);
    expect((await read()).events.slice(4)).toMatchObject([
      { type: 'returnAccepted', products: [first._id] },
      { type: 'refunded', cause: 4, amount: Number(first.price) },
    ]);
    await refused('askReturn', asked, refusals.lineNotReturnable);
    const other = { products: [second._id], reason: 'It is too large' };
    await succeed('askReturn', { params, body: other });
    const decline = { type: 'declineReturn', products: [second._id], reason: 'It was worn' };
    await change(decline, decline);
    expect((await read()).events.slice(6)).toMatchObject([
      { type: 'returnAsked' },
      { type: 'returnDeclined', reason: 'It was worn' },
    ]);
    await refused('askReturn', { params, body: other }, refusals.lineNotReturnable);
  });

  test.each([
    ['cancelOrder', { products: [] }, 'products'],
    ['askReturn', { products: [], reason: 'It is too small' }, 'products'],
    ['askReturn', { products: ['shirt'], reason: ' ' }, 'reason'],
    ['askReturn', { products: ['shirt'], reason: 'a'.repeat(501) }, 'reason'],
  ] as const)('%s refuses %j, and names the field', async (name, body, field) => {
    const { refusedFor, params } = await customer();
    await refusedFor(name, { params, body }, field);
  });

  test('an unknown order and a product that the order does not contain are refused', async () => {
    const { refused, params } = await customer();
    const body = { products: [unknownId], reason: 'It is too small' };
    await refused('cancelOrder', { params, body }, refusals.lineUnknown);
    await refused('askReturn', { params, body }, refusals.lineUnknown);
    for (const order of [unknownId, crypto.randomUUID()]) {
      await refused('findOrder', { params: { order } }, refusals.orderUnknown);
      await refused('cancelOrder', { params: { order }, body: {} }, refusals.orderUnknown);
    }
  });
}

export function ordersContract(api: ApiUnderTest): void {
  const { signUp, twoProducts } = api;
  testOrderLife(api);
  const shopper = createShopper(api);

  /** Creates a shopper with `count` orders. Returns a function that places another one. */
  async function buyerOf(count: number) {
    const [product] = await twoProducts();
    const { succeed, open, pay } = await shopper();
    const placeOrder = async () => {
      await succeed('addToCart', { body: { product } });
      const { _id, price } = product;
      const lines = [{ _id, qty: 1, price: Number(price) }];
      const { key, payment } = await open({ key: crypto.randomUUID(), lines });
      const body = await pay(payment.orderId);
      return (await succeed('confirmCheckout', { params: { key }, body })).order;
    };
    const newestFirst: Awaited<ReturnType<typeof placeOrder>>[] = [];
    while (newestFirst.length < count) newestFirst.unshift(await placeOrder());
    return { succeed, placeOrder, newestFirst };
  }

  test('orders are listed as their confirmations returned them, newest first', async () => {
    const { succeed, newestFirst } = await buyerOf(2);
    expect(await succeed('listOrders')).toEqual({
      orders: newestFirst,
      nextCursor: null,
    });
  });

  test('a shopper without orders has one empty page', async () => {
    const { succeed } = await signUp();
    expect(await succeed('listOrders')).toEqual({ orders: [], nextCursor: null });
  });

  test('the pages contain each order exactly once, even if one is placed in between', async () => {
    const { succeed, placeOrder, newestFirst } = await buyerOf(5);
    const [first, second, third, fourth, fifth] = newestFirst;
    const page = async (cursor: string | null) => {
      const query = { limit: '2', ...(cursor !== null && { cursor }) };
      return await succeed('listOrders', { query });
    };
    const { orders, nextCursor } = await page(null);
    expect(orders).toEqual([first, second]);
    await placeOrder();
    const next = await page(nextCursor);
    expect(next.orders).toEqual([third, fourth]);
    expect(await page(next.nextCursor)).toEqual({ orders: [fifth], nextCursor: null });
  });

  test('a full last page has no cursor', async () => {
    const { succeed, newestFirst } = await buyerOf(2);
    const query = { limit: '2' };
    expect(await succeed('listOrders', { query })).toEqual({
      orders: newestFirst,
      nextCursor: null,
    });
  });

  test('a shopper sees no orders of another and can’t use one as a cursor', async () => {
    const { newestFirst } = await buyerOf(1);
    const { succeed, refusedFor } = await signUp();
    expect(await succeed('listOrders')).toEqual({ orders: [], nextCursor: null });
    const cursor = newestFirst[0]?._id ?? '';
    await refusedFor('listOrders', { query: { cursor } }, 'cursor');
  });

  test.each<Readonly<Record<string, string>>>([
    { limit: '0' },
    { limit: '101' },
    { limit: '-1' },
    { limit: '' },
    { limit: '1e1' },
    { cursor: '' },
    { cursor: unknownId },
    { cursor: '\u0000' },
    { cursor: 'b0a7f1a2-8f4f-4c43-9a52-6d5b8b1f0c11' },
  ])('listOrders refuses %j, and names the field', async (query) => {
    const { refusedFor } = await signUp();
    await refusedFor('listOrders', { query }, Object.keys(query)[0] ?? '');
  });
}
