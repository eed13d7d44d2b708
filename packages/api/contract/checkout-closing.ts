import { expect, test } from 'vitest';
import { createShopper } from './checkout-shopper.ts';
import type { ApiUnderTest } from './under-test.ts';

export function testClosing(api: ApiUnderTest): void {
  const { refused, succeed, twoProducts } = api;
  const shopper = createShopper(api);

  test('a checkout that is cancelled leaves the cart, and the next one can open', async () => {
    const [first] = await twoProducts();
    const { token, open, cart } = await shopper(first);
    const checkout = await open();
    const params = { key: checkout.key };
    const closed = { checkout: { ...checkout, status: 'closed' } };
    expect(await succeed('cancelCheckout', { token, params })).toEqual(closed);
    expect(await succeed('cancelCheckout', { token, params })).toEqual(closed);
    expect(await succeed('settleCheckout', { token, params })).toEqual({ ...closed, order: null });
    expect(await cart()).toEqual([[first._id, 1]]);
    await open({ key: crypto.randomUUID() });
  });

  test('a checkout that is cancelled can’t be paid any more', async () => {
    const [first] = await twoProducts();
    const { token, open } = await shopper(first);
    const { key, payment } = await open();
    await succeed('cancelCheckout', { token, params: { key } });
    const params = { orderId: payment.orderId };
    await refused('simulatePayment', { token, params, body: { outcome: 'success' } }, 409);
  });

  test('a checkout that was paid is not cancelled: it becomes its order', async () => {
    const [first] = await twoProducts();
    const { token, open, pay } = await shopper(first);
    const { key, payment } = await open();
    await pay(payment.orderId);
    const { checkout } = await succeed('cancelCheckout', { token, params: { key } });
    expect(checkout.status).toBe('paid');
    expect((await succeed('listOrders', { token })).orders.map(({ _id }) => _id)).toEqual([key]);
  });

  test('one shopper does not see, pay, confirm or cancel the checkout of another', async () => {
    const [first] = await twoProducts();
    const [one, other] = [await shopper(first), await shopper(first)];
    const { key, payment } = await one.open();
    const paid = await one.pay(payment.orderId);
    const { token } = other;
    const params = { key, orderId: payment.orderId };
    await refused('settleCheckout', { token, params }, 404);
    await refused('cancelCheckout', { token, params }, 404);
    await refused('confirmCheckout', { token, params, body: paid }, 404);
    await refused('simulatePayment', { token, params, body: { outcome: 'success' } }, 404);
    expect(await one.isOpen()).toBe(true);
  });

  test('a payment confirms its own checkout only', async () => {
    const [first] = await twoProducts();
    const [one, other] = [await shopper(first), await shopper(first)];
    const paid = await one.pay((await one.open()).payment.orderId);
    const { key } = await other.open();
    await refused('confirmCheckout', { token: other.token, params: { key }, body: paid }, 400);
  });

  test('an unknown checkout is not found', async () => {
    const { token } = await shopper();
    const params = { key: crypto.randomUUID(), orderId: 'none' };
    await refused('settleCheckout', { token, params }, 404);
    await refused('cancelCheckout', { token, params }, 404);
    const body = { paymentId: 'sim_1', signature: '1' };
    await refused('confirmCheckout', { token, params, body }, 404);
    await refused('simulatePayment', { token, params, body: { outcome: 'success' } }, 404);
  });
}
