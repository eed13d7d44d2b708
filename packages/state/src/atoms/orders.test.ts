import type { Order, Quote } from '@patchwork/domain';
import { anAddress } from '@patchwork/domain/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { arjun, line, meera, openCart, openShop, settle } from '../testing/fakes.ts';
import {
  discardPaymentAtom,
  openPaymentAtom,
  orderHistoryAtom,
  pendingPaymentAtom,
  placedOrderAtom,
  placeOrderAtom,
} from './orders.ts';
import { changeSessionAtom } from './session.ts';

afterEach(() => vi.unstubAllGlobals());

const lines = [line('shirt', 2), line('kurta', 1)];
const quote: Quote = { lines, total: 4500, notices: [] };
const purchase = { quote, address: anAddress };

type Store = ReturnType<typeof openShop>['store'];

function openPayment(store: Store) {
  const payment = store.set(openPaymentAtom, purchase);
  if (!payment) throw new Error('the payment was not opened');
  return payment;
}

test('what is about to be paid is stored before the payment opens', () => {
  const { store, storage } = openShop({ session: meera });
  const payment = openPayment(store);
  expect(store.get(pendingPaymentAtom)).toEqual(payment);
  const stored = storage.getItem('patchwork:pending-payment:meera@example.in') ?? '';
  expect(JSON.parse(stored).value).toEqual(payment);
});

test('no second payment opens while one waits to be settled', () => {
  const { store } = openShop({ session: meera });
  const payment = openPayment(store);
  expect(store.set(openPaymentAtom, purchase)).toBeNull();
  store.set(discardPaymentAtom, 'another key');
  expect(store.get(pendingPaymentAtom)).toEqual(payment);
  store.set(discardPaymentAtom, payment.key);
  expect(openPayment(store).key).not.toBe(payment.key);
});

/** What another tab of Meera's writes; its event is still to come. */
const writeElsewhere = (storage: Storage, name: string, value: unknown) =>
  storage.setItem(`patchwork:${name}:meera@example.in`, JSON.stringify({ version: 1, value }));

test('no payment opens beside one that another tab has just opened', () => {
  const { store, storage } = openShop({ session: meera });
  expect(store.get(pendingPaymentAtom)).toBeNull();
  const elsewhere = {
    ...purchase,
    ...quote,
    key: 'elsewhere',
    openedAt: '2026-01-15T10:30:00.000Z',
  };
  writeElsewhere(storage, 'pending-payment', elsewhere);
  expect(store.set(openPaymentAtom, purchase)).toBeNull();
  expect(store.get(pendingPaymentAtom)?.key).toBe('elsewhere');
});

const placedElsewhere: Order = {
  id: 'elsewhere',
  placedAt: '2026-01-15T10:30:00.000Z',
  lines,
  total: 4500,
  address: anAddress,
  paymentReference: 'x',
};

test('an order is added to one that another tab has just placed', () => {
  const { store, storage } = openShop({ session: meera });
  const payment = openPayment(store);
  expect(store.get(orderHistoryAtom)).toEqual([]);
  writeElsewhere(storage, 'orders', [placedElsewhere]);
  store.set(placeOrderAtom, { payment, paymentReference: 'pay_1' });
  expect(store.get(orderHistoryAtom).map(({ id }) => id)).toEqual([payment.key, 'elsewhere']);
});

test('an order that cannot be read hides no other, and the next order is written without it', () => {
  const { store, storage } = openShop({ session: meera });
  const broken = { ...placedElsewhere, id: 'broken', placedAt: 'yesterday' };
  writeElsewhere(storage, 'orders', [broken, placedElsewhere]);
  expect(store.get(orderHistoryAtom)).toEqual([placedElsewhere]);
  const payment = openPayment(store);
  store.set(placeOrderAtom, { payment, paymentReference: 'pay_1' });
  const stored = JSON.parse(storage.getItem('patchwork:orders:meera@example.in') ?? '').value;
  expect(stored).toMatchObject([{ id: payment.key }, placedElsewhere]);
});

test('a payment makes one order, however often its success is reported', async () => {
  const { store, navigate } = await openCart(...lines);
  const payment = openPayment(store);
  store.set(placeOrderAtom, { payment, paymentReference: 'pay_1' });
  store.set(placeOrderAtom, { payment, paymentReference: 'pay_1' });
  expect(store.get(orderHistoryAtom)).toMatchObject([
    { id: payment.key, lines, total: 4500, address: anAddress, paymentReference: 'pay_1' },
  ]);
  expect(store.get(placedOrderAtom)?.id).toBe(payment.key);
  expect(store.get(pendingPaymentAtom)).toBeNull();
  expect(navigate.mock.calls).toEqual([['/orderplaced']]);
});

test('placing an order empties the cart, on the server too', async () => {
  const { store, shown, sent } = await openCart(...lines);
  store.set(placeOrderAtom, { payment: openPayment(store), paymentReference: 'pay_1' });
  await settle();
  expect(shown()).toEqual([]);
  expect(sent()).toContain('removeFromCart');
});

test('a payment that another tab discarded still makes its order', () => {
  const { store } = openShop({ session: meera });
  const payment = openPayment(store);
  store.set(discardPaymentAtom, payment.key);
  store.set(placeOrderAtom, { payment, paymentReference: 'pay_1' });
  expect(store.get(orderHistoryAtom)).toHaveLength(1);
});

test('a shopper sees neither the orders nor the payments of another', () => {
  const { store } = openShop({ session: meera });
  store.set(placeOrderAtom, { payment: openPayment(store), paymentReference: 'pay_1' });
  const waiting = openPayment(store);
  store.set(changeSessionAtom, arjun);
  expect(store.get(orderHistoryAtom)).toEqual([]);
  expect(store.get(pendingPaymentAtom)).toBeNull();
  expect(store.get(placedOrderAtom)).toBeNull();
  store.set(changeSessionAtom, meera);
  expect(store.get(orderHistoryAtom)).toHaveLength(1);
  expect(store.get(pendingPaymentAtom)).toEqual(waiting);
});

test('while logged out nothing is opened and nothing is placed', () => {
  const { store, navigate } = openShop({ session: meera });
  const payment = openPayment(store);
  store.set(changeSessionAtom, null);
  expect(store.set(openPaymentAtom, purchase)).toBeNull();
  store.set(placeOrderAtom, { payment, paymentReference: 'pay_1' });
  expect(store.get(orderHistoryAtom)).toEqual([]);
  expect(navigate).not.toHaveBeenCalled();
});

test.each(['{"', '[]', '{"version":0,"value":[]}', '{"version":1,"value":[{"id":"x"}]}'])(
  'a history that holds %s is empty, and can be written again',
  (garbage) => {
    const { store, storage } = openShop({ session: meera });
    storage.setItem('patchwork:orders:meera@example.in', garbage);
    storage.setItem('patchwork:pending-payment:meera@example.in', garbage);
    expect(store.get(orderHistoryAtom)).toEqual([]);
    expect(store.get(pendingPaymentAtom)).toBeNull();
    store.set(placeOrderAtom, { payment: openPayment(store), paymentReference: 'pay_1' });
    expect(store.get(orderHistoryAtom)).toHaveLength(1);
  },
);
