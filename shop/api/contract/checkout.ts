import { describe, expect, test } from 'vitest';
import { exampleBodyOf } from '../src/examples.ts';
import { refusals } from '../src/refusals.ts';
import { type ApiUnderTest, password } from './under-test.ts';

type Product = Awaited<ReturnType<ApiUnderTest['twoProducts']>>[number];

const seenLine = ({ _id, price }: Product, qty = 1) => ({ _id, qty, price: Number(price) });

/**
 * Returns a function that creates a shopper with the given products in the cart. The shopper's `request` is the body
 * that opens a checkout of these products.
 */
export function createShopper({ signUp }: ApiUnderTest) {
  return async (...products: readonly Product[]) => {
    const shopper = await signUp();
    const { succeed } = shopper;
    const { address } = Object(exampleBodyOf('addAddress'));
    await succeed('addAddress', { body: { address: { ...address, _id: 'home' } } });
    for (const product of products) await succeed('addToCart', { body: { product } });
    const request = {
      key: crypto.randomUUID(),
      addressId: 'home',
      lines: products.map((product) => seenLine(product)),
    };
    const open = async (change: Partial<typeof request> = {}) =>
      (await succeed('openCheckout', { body: { ...request, ...change } })).checkout;
    const pay = async (orderId: string) =>
      succeed('simulatePayment', { params: { orderId }, body: { outcome: 'success' } });
    const cart = async () => (await succeed('getCart')).cart.map(({ _id, qty }) => [_id, qty]);
    const isOpen = async () => (await succeed('listCheckouts')).checkouts.length > 0;
    return { ...shopper, request, open, pay, cart, isOpen };
  };
}

/** Returns a function that creates a shopper with the first of two products in the cart. */
function createBuyer(api: ApiUnderTest) {
  const shopper = createShopper(api);
  return async () => {
    const [first, second] = await api.twoProducts();
    return { first, second, ...(await shopper(first)) };
  };
}

function testPaying(api: ApiUnderTest): void {
  const { twoProducts } = api;
  const shopper = createShopper(api);
  const buyer = createBuyer(api);

  test('a cart is priced, paid and confirmed as one order, and then empty', async () => {
    const [first, second] = await twoProducts();
    const { succeed, request, open, pay, cart, isOpen } = await shopper(first, second);
    const checkout = await open();
    const total = Number(first.price) + Number(second.price);
    expect(checkout).toMatchObject({ key: request.key, status: 'open', total });
    expect(checkout.lines.map(({ _id, qty }) => [_id, qty])).toEqual([
      [first._id, 1],
      [second._id, 1],
    ]);
    expect(checkout.address._id).toBe('home');
    const minutes = (Date.parse(checkout.expiresAt) - Date.parse(checkout.openedAt)) / 60_000;
    expect(minutes).toBe(15);
    expect(await succeed('listCheckouts')).toEqual({ checkouts: [checkout] });

    const payment = await pay(checkout.payment.orderId);
    const params = { key: checkout.key };
    const { order } = await succeed('confirmCheckout', { params, body: payment });
    const { lines, address } = checkout;
    expect(order).toMatchObject({ _id: checkout.key, lines, total, address });
    expect(order.paymentReference).toBe(payment.paymentId);
    expect(await succeed('listOrders')).toEqual({ orders: [order], nextCursor: null });
    expect(await cart()).toEqual([]);
    expect(await isOpen()).toBe(false);
    const paid = await succeed('settleCheckout', { params });
    expect(paid).toEqual({ checkout: { ...checkout, status: 'paid' }, order });
  });

  test('a repeated confirmation returns the same order', async () => {
    const { succeed, open, pay } = await buyer();
    const { key, payment } = await open();
    const sent = { params: { key }, body: await pay(payment.orderId) };
    const once = await succeed('confirmCheckout', sent);
    expect(await succeed('confirmCheckout', sent)).toEqual(once);
    expect(await succeed('listOrders')).toEqual({
      orders: [once.order],
      nextCursor: null,
    });
  });

  test('two concurrent confirmations create one order', async () => {
    const { succeed, open, pay } = await buyer();
    const { key, payment } = await open();
    const sent = { params: { key }, body: await pay(payment.orderId) };
    const both = await Promise.all([
      succeed('confirmCheckout', sent),
      succeed('confirmCheckout', sent),
    ]);
    expect(both[0]).toEqual(both[1]);
    expect((await succeed('listOrders')).orders).toHaveLength(1);
  });

  test('after a lost confirmation, settling the checkout creates its order', async () => {
    const { succeed, open, pay, cart, isOpen } = await buyer();
    const { key, payment } = await open();
    const { paymentId } = await pay(payment.orderId);
    expect(await isOpen()).toBe(true);
    const { checkout, order } = await succeed('settleCheckout', { params: { key } });
    expect(checkout.status).toBe('paid');
    expect(order).toMatchObject({ _id: key, paymentReference: paymentId });
    expect(await cart()).toEqual([]);
  });

  test('pieces added to the cart after the checkout was opened stay there', async () => {
    const { first, second, succeed, open, pay, cart } = await buyer();
    const { key, payment } = await open();
    const params = { productId: first._id };
    const body = { action: { type: 'increment' } };
    await succeed('changeCartQuantity', { params, body });
    await succeed('addToCart', { body: { product: second } });
    const paid = await pay(payment.orderId);
    await succeed('confirmCheckout', { params: { key }, body: paid });
    expect(await cart()).toEqual([
      [first._id, 1],
      [second._id, 1],
    ]);
  });

  test('a declined payment leaves the checkout open and can be retried', async () => {
    const { refused, open, pay, isOpen } = await buyer();
    const { payment } = await open();
    const params = { orderId: payment.orderId };
    await refused(
      'simulatePayment',
      { params, body: { outcome: 'decline' } },
      refusals.paymentDeclined,
    );
    expect(await isOpen()).toBe(true);
    const once = await pay(payment.orderId);
    expect(await pay(payment.orderId)).toEqual(once);
  });

  test('a payment that was not made is not confirmed', async () => {
    const { first, succeed, refused, open, pay, cart } = await buyer();
    const { key, payment } = await open();
    const params = { key };
    const early = { paymentId: 'sim_1', signature: 'none' };
    await refused('confirmCheckout', { params, body: early }, refusals.signatureWrong);
    const { paymentId, signature } = await pay(payment.orderId);
    for (const body of [
      { paymentId, signature: `${signature}0` },
      { paymentId, signature: '' },
      { paymentId: `${paymentId}0`, signature },
    ]) {
      await refused('confirmCheckout', { params, body }, refusals.signatureWrong);
    }
    expect(await succeed('listOrders')).toEqual({ orders: [], nextCursor: null });
    expect(await cart()).toEqual([[first._id, 1]]);
  });
}

function testOpening(api: ApiUnderTest): void {
  const shopper = createShopper(api);
  const buyer = createBuyer(api);

  test('the same key opens the same checkout, and another key is refused meanwhile', async () => {
    const { succeed, refused, request, open } = await buyer();
    const checkout = await open();
    expect(await open()).toEqual(checkout);
    const body = { ...request, key: crypto.randomUUID() };
    await refused('openCheckout', { body }, refusals.checkoutOpen);
    expect(await succeed('listCheckouts')).toEqual({ checkouts: [checkout] });
  });

  test('an account is not deleted while one of its payments is open', async () => {
    const { succeed, refused, open } = await buyer();
    const { key } = await open();
    const right = { body: { password } };
    await refused('deleteAccount', right, refusals.checkoutOpen);
    await succeed('cancelCheckout', { params: { key } });
    await succeed('deleteAccount', right);
  });

  test.each([
    ['a lower price', (line: ReturnType<typeof seenLine>) => [{ ...line, price: line.price - 1 }]],
    ['another quantity', (line: ReturnType<typeof seenLine>) => [{ ...line, qty: 2 }]],
    ['no line', () => []],
    ['a line twice', (line: ReturnType<typeof seenLine>) => [line, line]],
  ])('a cart whose seen version had %s is refused', async (_, change) => {
    const { first, refused, request, isOpen } = await buyer();
    const body = { ...request, lines: change(seenLine(first)) };
    await refused('openCheckout', { body }, refusals.cartChanged);
    expect(await isOpen()).toBe(false);
  });

  test('a product that is out of stock is refused', async () => {
    const { products } = await api.succeed('listProducts');
    const soldOut = products.find(({ in_stock }) => !in_stock);
    if (!soldOut) throw new Error('the API has no product that is out of stock');
    const { refused, request } = await shopper(soldOut);
    await refused('openCheckout', { body: request }, refusals.notForSale);
  });

  test('an empty cart and an unknown address are refused', async () => {
    const empty = await shopper();
    await empty.refused('openCheckout', { body: empty.request }, refusals.cartEmpty);
    const { refused, request } = await buyer();
    await refused(
      'openCheckout',
      { body: { ...request, addressId: 'none' } },
      refusals.addressUnknown,
    );
  });

  test.each([
    [{ key: 'not-a-uuid' }, 'key'],
    [{ key: '' }, 'key'],
    [{ addressId: '' }, 'addressId'],
    [{ lines: [{ _id: 'x', qty: '1', price: 1 }] }, 'lines.0.qty'],
  ])('a request with %j is refused, naming the field', async (fault, field) => {
    const { refusedFor, request } = await buyer();
    await refusedFor('openCheckout', { body: { ...request, ...fault } }, field);
  });

  test('ten pieces of a product can be ordered; eleven are refused and stay in the cart', async () => {
    const { first, succeed, refused, request, open, cart } = await buyer();
    const params = { productId: first._id };
    await succeed('setCartQuantity', { params, body: { quantity: 11 } });
    const body = { ...request, lines: [seenLine(first, 11)] };
    await refused('openCheckout', { body }, refusals.tooManyPieces);
    expect(await cart()).toEqual([[first._id, 11]]);
    await succeed('setCartQuantity', { params, body: { quantity: 10 } });
    await open({ lines: [seenLine(first, 10)] });
  });

  test('201 lines are refused', async () => {
    const { first, refused, request } = await buyer();
    const lines = Array.from({ length: 201 }, () => seenLine(first));
    await refused('openCheckout', { body: { ...request, lines } }, refusals.tooManyLines);
  });
}

export function checkoutContract(api: ApiUnderTest): void {
  describe('paying', () => testPaying(api));
  describe('opening', () => testOpening(api));
  describe('closing', () => testClosing(api));
}

function testClosing(api: ApiUnderTest): void {
  const { twoProducts } = api;
  const shopper = createShopper(api);
  const buyer = createBuyer(api);

  test('a cancelled checkout leaves the cart unchanged, and the next one can be opened', async () => {
    const { first, succeed, open, cart } = await buyer();
    const checkout = await open();
    const params = { key: checkout.key };
    const closed = { checkout: { ...checkout, status: 'closed' } };
    expect(await succeed('cancelCheckout', { params })).toEqual(closed);
    expect(await succeed('cancelCheckout', { params })).toEqual(closed);
    expect(await succeed('settleCheckout', { params })).toEqual({ ...closed, order: null });
    expect(await cart()).toEqual([[first._id, 1]]);
    await open({ key: crypto.randomUUID() });
  });

  test('a cancelled checkout can’t be paid any more', async () => {
    const { succeed, refused, open } = await buyer();
    const { key, payment } = await open();
    await succeed('cancelCheckout', { params: { key } });
    const params = { orderId: payment.orderId };
    await refused(
      'simulatePayment',
      { params, body: { outcome: 'success' } },
      refusals.checkoutClosed,
    );
  });

  test('a paid checkout is not cancelled: its order is created', async () => {
    const { succeed, open, pay } = await buyer();
    const { key, payment } = await open();
    await pay(payment.orderId);
    const { checkout } = await succeed('cancelCheckout', { params: { key } });
    expect(checkout.status).toBe('paid');
    expect((await succeed('listOrders')).orders.map(({ _id }) => _id)).toEqual([key]);
  });

  test('a payment confirms only its own checkout', async () => {
    const [first] = await twoProducts();
    const [one, other] = [await shopper(first), await shopper(first)];
    const paid = await one.pay((await one.open()).payment.orderId);
    const { key } = await other.open();
    await other.refused(
      'confirmCheckout',
      { params: { key }, body: paid },
      refusals.signatureWrong,
    );
  });

  test('an unknown checkout is not found', async () => {
    const { refused } = await shopper();
    const params = { key: crypto.randomUUID(), orderId: 'none' };
    await refused('settleCheckout', { params }, refusals.checkoutUnknown);
    await refused('cancelCheckout', { params }, refusals.checkoutUnknown);
    const body = { paymentId: 'sim_1', signature: '1' };
    await refused('confirmCheckout', { params, body }, refusals.checkoutUnknown);
    await refused(
      'simulatePayment',
      { params, body: { outcome: 'success' } },
      refusals.checkoutUnknown,
    );
  });
}
