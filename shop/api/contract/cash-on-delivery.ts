import { describe, expect, onTestFinished, test } from 'vitest';
import { refusals } from '../src/refusals.ts';
import { createShopper } from './checkout.ts';
import { shipping } from './orders.ts';
import { type ApiUnderTest, password } from './under-test.ts';

/** PIN code of the shoppers' address. */
const PIN = '682001';

/** Returns a function that creates a shopper in a shop that offers cash on delivery to the shopper's address. */
function createPayer(api: ApiUnderTest) {
  const { setPinCodes, cashTerms } = api;
  return async (isCashOnDelivery = true) => {
    await setPinCodes?.({ [PIN]: { days: 2, isCashOnDelivery } });
    onTestFinished(() => setPinCodes?.({}));
    const [first, second] = await api.twoProducts();
    const shopper = await createShopper(api)(first, second);
    const fee = cashTerms?.fee ?? 0;
    const body = { ...shopper.request, cashOnDelivery: { fee } };
    const price = Number(first.price) + Number(second.price);
    return { ...shopper, first, second, fee, price, body };
  };
}

/** Returns a function that also places the order. */
function createOwner(api: ApiUnderTest) {
  const payer = createPayer(api);
  return async () => {
    const shopper = await payer();
    const { checkout } = await shopper.succeed('openCheckout', { body: shopper.body });
    const { order } = await shopper.succeed('confirmCheckout', {
      params: { key: checkout.key },
      body: { paymentId: checkout.payment.orderId, signature: '' },
    });
    const operator = await api.operator();
    const params = { order: order._id };
    const act = async (action: object) =>
      (await operator.succeed('changeOrder', { params, body: { action } })).order;
    return { ...shopper, checkout, order, operator, params, act };
  };
}

function testPlacing(api: ApiUnderTest): void {
  const payer = createPayer(api);

  test('a PIN code of the table says so, with the shop’s terms', async () => {
    const { succeed } = await payer();
    expect(await succeed('checkServiceability', { query: { pin: PIN } })).toMatchObject({
      ...{ isCashOnDelivery: true, cashOnDelivery: api.cashTerms },
    });
    const other = await succeed('checkServiceability', { query: { pin: '110001' } });
    expect(other).toMatchObject({ isCashOnDelivery: false, cashOnDelivery: api.cashTerms });
  });

  test('an order is placed without a payment, with the fee in its total, once', async () => {
    const { succeed, refused, body, price, fee, cart } = await payer();
    const { checkout } = await succeed('openCheckout', { body });
    expect(checkout).toMatchObject({
      ...{ status: 'open', total: price + fee, cashOnDelivery: { fee } },
      payment: { provider: 'cod' },
    });
    const { orderId } = checkout.payment;
    const params = { key: checkout.key, orderId };
    await refused(
      'simulatePayment',
      { params, body: { outcome: 'success' } },
      refusals.checkoutUnknown,
    );
    const wrong = { params, body: { paymentId: `${orderId}0`, signature: '' } };
    await refused('confirmCheckout', wrong, refusals.signatureWrong);
    const settled = await succeed('settleCheckout', { params });
    expect(settled).toEqual({ checkout, order: null });
    const right = { params, body: { paymentId: orderId, signature: '' } };
    const { order } = await succeed('confirmCheckout', right);
    expect(order).toMatchObject({ total: price + fee, cashOnDelivery: { fee }, events: [] });
    expect(await succeed('confirmCheckout', right)).toEqual({ order });
    expect(await succeed('listOrders')).toEqual({ orders: [order], nextCursor: null });
    expect(await cart()).toEqual([]);
  });

  test('a fee other than the shop’s is refused', async () => {
    const { refused, body, fee, isOpen } = await payer();
    for (const seen of [fee - 1, fee + 1, 0, -fee]) {
      const other = { ...body, cashOnDelivery: { fee: seen } };
      await refused('openCheckout', { body: other }, refusals.cartChanged);
    }
    expect(await isOpen()).toBe(false);
  });

  test('a fee that is no whole number is refused, naming the field', async () => {
    const { refusedFor, body } = await payer();
    const other = { ...body, cashOnDelivery: { fee: 0.5 } };
    await refusedFor('openCheckout', { body: other }, 'cashOnDelivery.fee');
  });

  test('a PIN code without cash on delivery, and a shop without a table, are refused', async () => {
    const { refused, body } = await payer(false);
    await refused('openCheckout', { body }, refusals.cashNotOffered);
    await api.setPinCodes?.({});
    await refused('openCheckout', { body }, refusals.cashNotOffered);
  });

  test('an order above the limit is refused, and paid before is not', async () => {
    const { first, second, succeed, refused, body, open } = await payer();
    const params = { productId: first._id };
    await succeed('setCartQuantity', { params, body: { quantity: 10 } });
    const lines = [
      { _id: first._id, qty: 10, price: Number(first.price) },
      { _id: second._id, qty: 1, price: Number(second.price) },
    ];
    await refused('openCheckout', { body: { ...body, lines } }, refusals.cashOverLimit);
    const checkout = await open({ lines });
    expect(checkout).not.toHaveProperty('cashOnDelivery');
  });

  test('a checkout that was cancelled makes no order', async () => {
    const { succeed, refused, body, cart } = await payer();
    const { checkout } = await succeed('openCheckout', { body });
    const params = { key: checkout.key };
    expect((await succeed('cancelCheckout', { params })).checkout.status).toBe('closed');
    const sent = { params, body: { paymentId: checkout.payment.orderId, signature: '' } };
    await refused('confirmCheckout', sent, refusals.checkoutClosed);
    expect(await succeed('listOrders')).toEqual({ orders: [], nextCursor: null });
    expect(await cart()).toHaveLength(2);
  });
}

function testLife(api: ApiUnderTest): void {
  const owner = createOwner(api);

  test.skipIf(!api.mailsTo)('the mail says what is to be paid', async () => {
    const { email, order, fee } = await owner();
    const mails = (await api.mailsTo?.(email)) ?? [];
    expect(mails.at(-1)).toMatchObject({
      ...{ kind: 'orderPlaced', data: { total: order.total, cashOnDelivery: { fee } } },
    });
  });

  test('a cancellation gives nothing back', async () => {
    const { succeed, params, operator } = await owner();
    const { order } = await succeed('cancelOrder', { params, body: {} });
    expect(order.events).toMatchObject([{ type: 'cancelled' }]);
    expect((await operator.succeed('findAnyOrder', { params })).order.status).toBe('cancelled');
  });

  test('the delivery records the cash of the lines that are left', async () => {
    const { first, second, fee, succeed, params, act } = await owner();
    await succeed('cancelOrder', { params, body: { products: [first._id] } });
    for (const action of shipping) await act(action);
    const { events } = await act({ type: 'deliver' });
    expect(events.at(-1)).toMatchObject({ type: 'delivered', cash: Number(second.price) + fee });
  });

  test('a parcel that is refused at the door is cancelled, and only once it was shipped', async () => {
    const { params, operator, act } = await owner();
    const body = { action: { type: 'refuse' } };
    await operator.refused('changeOrder', { params, body }, refusals.orderNotShipped);
    for (const action of shipping) await act(action);
    const refused = await act(body.action);
    expect(refused).toMatchObject({ status: 'cancelled' });
    expect(await act(body.action)).toEqual(refused);
    const deliver = { action: { type: 'deliver' } };
    await operator.refused('changeOrder', { params, body: deliver }, refusals.orderCancelled);
  });

  test('a returned line is refunded when the operator records the transfer', async () => {
    const { first, second, succeed, refused, params, operator, order, act } = await owner();
    const isDue = async () => {
      const query = { status: 'refundDue' };
      const { orders } = await operator.succeed('listAllOrders', { query });
      return orders.some(({ _id }) => _id === order._id);
    };
    for (const action of [...shipping, { type: 'deliver' }]) await act(action);
    const products = [first._id];
    await succeed('askReturn', { params, body: { products, reason: 'It is too small' } });
    expect(await isDue()).toBe(false);
    const deletion = { body: { password } };
    await refused('deleteAccount', deletion, refusals.cashDue);
    await act({ type: 'acceptReturn', products });
    expect(await isDue()).toBe(true);
    await refused('deleteAccount', deletion, refusals.cashDue);
    const reference = 'UPI 433512345678';
    const record = { type: 'recordRefund', products, reference };
    const paid = await act(record);
    expect(paid.events.at(-1)).toMatchObject({
      ...{ type: 'refunded', amount: Number(first.price), reference },
    });
    expect(await act(record)).toEqual(paid);
    expect(await isDue()).toBe(false);
    const other = { action: { ...record, products: [second._id] } };
    await operator.refused('changeOrder', { params, body: other }, refusals.refundUnknown);
    await act({ type: 'grantRefund', products: [second._id], reason: 'It came torn' });
    expect(await act(other.action)).toMatchObject({ status: 'refunded' });
    await succeed('deleteAccount', deletion);
  });

  test('a prepaid order is neither refused at the door nor paid back by hand', async () => {
    const { first } = await owner();
    const shopper = await createShopper(api)(first);
    const { key, payment } = await shopper.open();
    const paid = await shopper.pay(payment.orderId);
    await shopper.succeed('confirmCheckout', { params: { key }, body: paid });
    const operator = await api.operator();
    for (const action of [
      { type: 'refuse' },
      { type: 'recordRefund', products: [first._id], reference: 'UPI 1' },
    ]) {
      const sent = { params: { order: key }, body: { action } };
      await operator.refused('changeOrder', sent, refusals.orderPrepaid);
    }
  });
}

/** For an API that offers cash on delivery, and can be prepared for it. */
export function cashContract(api: ApiUnderTest): void {
  const isOffered = api.cashTerms !== undefined && api.setPinCodes !== undefined;
  describe.skipIf(!isOffered)('placing', () => testPlacing(api));
  describe.skipIf(!isOffered)('life', () => testLife(api));
}
