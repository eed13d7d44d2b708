import { expect, test } from 'vitest';
import { createShopper } from './checkout.ts';
import { type ApiUnderTest, unknownId } from './under-test.ts';

export function ordersContract(api: ApiUnderTest): void {
  const { signUp, twoProducts } = api;
  const shopper = createShopper(api);

  /** Creates a shopper with `count` orders. Returns a function that places one more. */
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

  test('orders are listed as their confirmations returned them, the newest first', async () => {
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

  test('the pages have each order exactly once, even if one is placed in between', async () => {
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

  test('a full last page says that it is the last', async () => {
    const { succeed, newestFirst } = await buyerOf(2);
    const query = { limit: '2' };
    expect(await succeed('listOrders', { query })).toEqual({
      orders: newestFirst,
      nextCursor: null,
    });
  });

  test('a shopper sees no orders of another, and can’t use one as a cursor', async () => {
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
