import { expect, onTestFinished, test } from 'vitest';
import { refusals } from '../src/refusals.ts';
import { createCustomer, delivery } from './orders.ts';
import { type ApiUnderTest, password, unknownId } from './under-test.ts';

const CHEAPER = 200;

/**
 * Returns a function that creates a shopper with a delivered order of one piece each of two products, which are of one
 * style: the second costs `CHEAPER` less, or by as much more as `dearer` says.
 */
function createExchanger(api: ApiUnderTest) {
  const customer = createCustomer(api);
  return async ({ dearer = -CHEAPER }: { readonly dearer?: number } = {}) => {
    const [from, to] = await api.twoProducts();
    const operator = await api.operator();
    const set = async ({ _id: productId }: typeof from, change: object) =>
      (await operator.succeed('changeProduct', { params: { productId }, body: { change } }))
        .product;
    const price = Number(from.price) + dearer;
    const setPrice = (rupees: number) => set(to, { price: rupees });
    onTestFinished(async () => {
      await set(from, { style: null });
      await set(to, { style: null, price: Number(to.price) });
    });
    const style = crypto.randomUUID();
    await set(from, { style });
    await set(to, { style });
    const { first, second, ...shopper } = await customer();
    expect([first._id, second._id]).toEqual([from._id, to._id]);
    await setPrice(price);
    await shopper.change(...delivery);
    const { params } = shopper;
    const body = { from: from._id, to: to._id, price, reason: ' It is too small ' };
    const products = [from._id];
    return {
      ...shopper,
      ...{ from, to, price, style, products, set, setPrice, ask: { params, body } },
      withdraw: { params: { ...params, productId: from._id } },
      send: { type: 'sendExchange', products, carrier: 'Blue Dart' },
      complete: { type: 'completeExchange', products },
      decline: { type: 'declineExchange', products, reason: 'It was worn' },
      /** Returns the pieces of a product that are in stock and reserved. */
      pieces: async (product: typeof from) => {
        const { stock, held } = await set(product, { addStock: 0 });
        return { stock, held };
      },
      refuse: (action: object, refusal: Parameters<typeof operator.refused>[2]) =>
        operator.refused('changeOrder', { params, body: { action } }, refusal),
      isListed: async () => {
        const query = { status: 'exchangeOpen' };
        const { orders } = await operator.succeed('listAllOrders', { query });
        return orders.some(({ _id }) => _id === params.order);
      },
    };
  };
}

export function exchangesContract(api: ApiUnderTest): void {
  const exchanger = createExchanger(api);

  test('a delivered line is exchanged for a cheaper sibling: reserved, sent, swapped, and the difference paid back', async () => {
    const { from, to, price, products, ask, send, complete, ...shopper } = await exchanger();
    const { pieces, succeed, change, read, refuse, isListed, params } = shopper;
    const [before, other] = [await pieces(from), await pieces(to)];
    await succeed('askExchange', ask);
    const { order } = await succeed('askExchange', ask);
    expect(order.events.slice(3)).toMatchObject([
      {
        ...{ type: 'exchangeAsked', products, reason: 'It is too small' },
        to: { id: to._id, title: to.title, size: to.size, price },
      },
    ]);
    expect(await pieces(to)).toEqual({ ...other, held: other.held + 1 });
    expect(await isListed()).toBe(true);
    await refuse(complete, refusals.exchangeNotSent);
    await change(send, send);
    await shopper.refused('withdrawExchange', shopper.withdraw, refusals.exchangeUnderWay);
    await change(complete, complete);
    expect((await read()).events.slice(4)).toMatchObject([
      { type: 'exchangeSent', products, carrier: 'Blue Dart' },
      { type: 'exchanged', products, cash: 0 },
      { type: 'refunded', cause: 5, amount: CHEAPER },
    ]);
    expect(await isListed()).toBe(false);
    expect(await pieces(from)).toEqual({ ...before, stock: before.stock + 1 });
    expect(await pieces(to)).toEqual({ ...other, stock: other.stock - 1 });
    await shopper.refused('askExchange', ask, refusals.lineNotExchangeable);

    await succeed('askReturn', { params, body: { products, reason: 'It is too large' } });
    await change({ type: 'acceptReturn', products });
    expect((await read()).events.at(-1)).toMatchObject({ type: 'refunded', amount: price });
    expect(await pieces(to)).toEqual(other);
  });

  test('for a dearer sibling the difference is recorded, and a refund is then the operator’s', async () => {
    const { products, ask, send, complete, ...shopper } = await exchanger({ dearer: 150 });
    const { succeed, change, read, operator, params } = shopper;
    await succeed('askExchange', ask);
    const deletion = { body: { password } };
    await shopper.refused('deleteAccount', deletion, refusals.exchangeOpen);
    await change(send, complete);
    expect((await read()).events.at(-1)).toMatchObject({ type: 'exchanged', cash: 150 });
    await succeed('askReturn', { params, body: { products, reason: 'It is too large' } });
    await shopper.refused('deleteAccount', deletion, refusals.cashDue);
    await change({ type: 'acceptReturn', products });
    await shopper.refused('deleteAccount', deletion, refusals.cashDue);
    expect((await read()).events.at(-1)).toMatchObject({ type: 'returnAccepted' });
    const query = { status: 'refundDue', search: params.order };
    expect((await operator.succeed('listAllOrders', { query })).orders).toHaveLength(1);
    const record = { type: 'recordRefund', products, reference: 'UPI 433512345678' };
    await change(record, record);
    expect((await read()).events.slice(8)).toMatchObject([
      { type: 'refunded', amount: shopper.price, reference: record.reference },
    ]);
    await succeed('deleteAccount', deletion);
  });

  test('an exchange is withdrawn until it is sent, and its piece is free again', async () => {
    const { to, ask, withdraw, send, ...shopper } = await exchanger();
    const { pieces, succeed, read, refuse } = shopper;
    const before = await pieces(to);
    await shopper.refused('withdrawExchange', withdraw, refusals.exchangeNotAsked);
    await succeed('askExchange', ask);
    for (const _ of ['once', 'again']) await succeed('withdrawExchange', withdraw);
    expect((await read()).events.slice(3)).toMatchObject([
      { type: 'exchangeAsked' },
      { type: 'exchangeWithdrawn' },
    ]);
    expect(await pieces(to)).toEqual(before);
    await refuse(send, refusals.exchangeNotAsked);
    await succeed('askExchange', ask);
    expect(await pieces(to)).toEqual({ ...before, held: before.held + 1 });
  });

  test('an exchange that is declined, even after its parcel came back, can’t be requested again, but a return can', async () => {
    const { to, products, ask, send, decline, ...shopper } = await exchanger();
    const { pieces, succeed, change, params } = shopper;
    const before = await pieces(to);
    await succeed('askExchange', ask);
    await shopper.refused(
      'askReturn',
      { params, body: { products, reason: 'It is too large' } },
      refusals.lineInExchange,
    );
    await shopper.refuse(
      { type: 'grantRefund', products, reason: 'It came torn' },
      refusals.lineInExchange,
    );
    await change(send, decline, decline);
    expect(await pieces(to)).toEqual(before);
    await shopper.refused('askExchange', ask, refusals.lineNotExchangeable);
    await succeed('askReturn', { params, body: { products, reason: 'It is too large' } });
  });

  test('what is no sibling, sold out, hidden, or has another price than the shopper saw is refused', async () => {
    const { from, to, price, style, ask, set, setPrice, ...shopper } = await exchanger();
    const { refused, pieces, succeed, params, read } = shopper;
    const before = await read();
    const asked = (change: object) => ({ params, body: { ...ask.body, ...change } });
    for (const wanted of [from._id, unknownId]) {
      await refused('askExchange', asked({ to: wanted }), refusals.notSibling);
    }
    await refused('askExchange', asked({ from: unknownId }), refusals.lineUnknown);
    await refused(
      'askExchange',
      { params: { order: crypto.randomUUID() }, body: ask.body },
      refusals.orderUnknown,
    );
    await refused('askExchange', asked({ price: price + 1 }), refusals.exchangeChanged);
    await set(to, { style: 'another' });
    await refused('askExchange', ask, refusals.notSibling);
    await set(to, { style, isHidden: true });
    await refused('askExchange', ask, refusals.notSibling);
    await set(to, { isHidden: false });
    const { stock, held } = await pieces(to);
    await set(to, { addStock: held - stock });
    await refused('askExchange', ask, refusals.exchangeSoldOut);
    expect(await read()).toEqual(before);
    await set(to, { addStock: 1 });
    onTestFinished(async () => void (await set(to, { addStock: stock - held - 1 })));
    // The second request finds the last piece reserved by the first.
    for (const _ of ['once', 'again']) await succeed('askExchange', ask);
  });

  test('an order that has not arrived is not exchanged', async () => {
    const { first, second, refused, params } = await createCustomer(api)();
    const body = {
      ...{ from: first._id, to: second._id },
      ...{ price: Number(second.price), reason: 'It is too small' },
    };
    await refused('askExchange', { params, body }, refusals.orderNotDelivered);
  });

  test.each([
    [{ reason: ' ' }, 'reason'],
    [{ price: 0.5 }, 'price'],
    [{ to: '' }, 'to'],
  ])('askExchange refuses %j, and names the field', async (change, field) => {
    const { refusedFor, params, first, second } = await createCustomer(api)();
    const body = { from: first._id, to: second._id, price: 1, reason: 'Too small', ...change };
    await refusedFor('askExchange', { params, body }, field);
  });

  test.skipIf(!api.mailsTo)('the steps of an exchange are mailed', async () => {
    const { email, ask, send, complete, succeed, change } = await exchanger({ dearer: 150 });
    await succeed('askExchange', ask);
    await change(send, complete);
    const mails = (await api.mailsTo?.(email)) ?? [];
    expect(mails.filter(({ kind }) => kind === 'orderExchange')).toMatchObject([
      { data: { step: 'asked', cash: 150, amount: 0 } },
      { data: { step: 'sent', carrier: 'Blue Dart', cash: 150 } },
      { data: { step: 'done', cash: 150, amount: 0 } },
    ]);
  });
}
