import { cartAtom, changeSessionAtom } from '@patchwork/shop';
import type { Address, Checkout, LineItem, Quote } from '@patchwork/shop/domain';
import {
  arjun,
  callsOf,
  line,
  meera,
  offline,
  offlineText,
  openCart,
  openShop,
  settle,
} from '@patchwork/state/testing/fakes';
import { createTestMock, subscribeToToasts } from '@patchwork/testing';
import { anAddress } from '@patchwork/testing/samples';
import { afterEach, expect, test, vi } from 'vitest';
import { orderHistoryAtom, placedOrderAtom } from './orders.ts';
import {
  completePaymentAtom,
  discardPaymentAtom,
  lookUpPaymentAtom,
  openPaymentAtom,
  pendingPaymentAtom,
  placeOrderAtom,
  simulatePaymentAtom,
} from './payment.ts';

const toasts = vi.fn();
subscribeToToasts(({ kind, text }) => toasts(kind, text));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

const lines = [line('shirt', 2), line('kurta', 1)];
const quote: Quote = { lines, total: 4500, notices: [] };
const keyOne = crypto.randomUUID();
const keyTwo = crypto.randomUUID();
const paid = { paymentId: 'pay_1', signature: 'signed' };

function checkoutOf(key: string): Checkout {
  const now = new Date().toISOString();
  return {
    key,
    status: 'open',
    openedAt: now,
    expiresAt: now,
    lines,
    total: 4500,
    address: anAddress,
    payment: { provider: 'simulator', orderId: 'order_1' },
  };
}

type Shop = ReturnType<typeof openShop>;

function show({ store }: Shop) {
  for (const shown of [pendingPaymentAtom, orderHistoryAtom, placedOrderAtom, cartAtom]) {
    store.sub(shown, () => {});
  }
}

/** A shop that the mock answers, with nothing of its cart bought yet. */
async function openWorking() {
  const mock = createTestMock({
    products: lines.map(({ product }) => product),
    cart: lines,
    addresses: [anAddress],
  });
  const shop = openShop({ session: meera, calls: await callsOf(mock) });
  show(shop);
  const arrive = () => settle(mock);
  await arrive();
  const { store } = shop;
  const open = (key: string, address: Address = anAddress) =>
    store.set(openPaymentAtom, { key, quote, address });
  return {
    ...shop,
    arrive,
    open,
    pending: () => store.get(pendingPaymentAtom)?.key ?? null,
    orders: () => store.get(orderHistoryAtom).map(({ id }) => id),
  };
}

test('a payment is open from when the API has it, and a second one is refused', async () => {
  const { open, pending, arrive } = await openWorking();
  expect(pending()).toBeNull();
  expect(await open(keyOne)).toMatchObject({ ok: true, value: { key: keyOne, total: 4500 } });
  await arrive();
  expect(pending()).toBe(keyOne);
  expect((await open(keyTwo)).ok).toBe(false);
  expect(pending()).toBe(keyOne);
});

test('a payment whose opening was lost is found open', async () => {
  const shop = openShop({ session: meera });
  const { store, take } = shop;
  show(shop);
  await settle();
  take('listCheckouts').respond({ checkouts: [] });
  await settle();
  const opening = store.set(openPaymentAtom, { key: keyOne, quote, address: anAddress });
  take('openCheckout').fail(offline);
  expect(await opening).toEqual({ ok: false, error: offlineText });
  take('listCheckouts').respond({ checkouts: [checkoutOf(keyOne)] });
  await settle();
  expect(store.get(pendingPaymentAtom)?.key).toBe(keyOne);
});

test('a confirmed payment is an order, shown with an empty cart, and confirmed on its page', async () => {
  const { store, navigate, open, pending, orders, arrive } = await openWorking();
  await open(keyOne);
  expect((await store.set(placeOrderAtom, { key: keyOne, ...paid })).ok).toBe(true);
  await arrive();
  expect(orders()).toEqual([keyOne]);
  expect(pending()).toBeNull();
  expect(store.get(placedOrderAtom)).toMatchObject({ paymentReference: 'pay_1', total: 4500 });
  expect(store.get(cartAtom).items).toEqual([]);
  expect(navigate.mock.calls).toEqual([['/orderplaced']]);
  expect(toasts.mock.calls).toEqual([['success', 'Order has been placed successfully!!']]);
});

/** Meera's loaded cart, and an order of these lines that the API has just made. */
async function placeOrderOf(bought: readonly LineItem[], ...inCart: LineItem[]) {
  vi.spyOn(console, 'error').mockReturnValue();
  const shop = await openCart(...inCart);
  shop.store.sub(orderHistoryAtom, () => {});
  await settle();
  const placing = shop.store.set(placeOrderAtom, { key: keyOne, ...paid });
  const placedAt = new Date().toISOString();
  const order = { id: keyOne, placedAt, lines: bought, total: 4500, address: anAddress };
  shop.take('confirmCheckout').respond({ order: { ...order, paymentReference: 'pay_1' } });
  await placing;
  await settle();
  return shop;
}

test('what was bought leaves the cart even if the cart can’t be loaded then', async () => {
  const { take, shown } = await placeOrderOf(lines, ...lines, line('dress', 1));
  expect(shown()).toEqual(['dress 1']);
  take('getCart').fail(offline);
  await settle();
  expect(shown()).toEqual(['dress 1']);
});

test('pieces that were put into the cart since the payment opened stay', async () => {
  const { take, shown } = await placeOrderOf(lines, line('shirt', 3), line('kurta', 1));
  expect(shown()).toEqual(['shirt 1']);
  take('getCart').respond({ cart: [line('shirt', 1)] });
  await settle();
  expect(shown()).toEqual(['shirt 1']);
});

test('an order that is known already takes nothing from the cart again', async () => {
  const shop = await placeOrderOf(lines, ...lines);
  shop.take('getCart').respond({ cart: [line('shirt', 1)] });
  await settle();
  const looking = shop.store.set(lookUpPaymentAtom, keyOne);
  const [order] = shop.store.get(orderHistoryAtom);
  if (!order) throw new Error('an order was placed');
  const checkout = { ...checkoutOf(keyOne), status: 'paid' } as const;
  shop.take('settleCheckout').respond({ checkout, order });
  await looking;
  expect(shop.shown()).toEqual(['shirt 1']);
});

test('a confirmation that fails leaves the payment open, and says why', async () => {
  const shop = await openCart(...lines);
  const placing = shop.store.set(placeOrderAtom, { key: keyOne, ...paid });
  shop.take('confirmCheckout').fail(offline);
  expect(await placing).toEqual({ ok: false, error: offlineText });
  expect(shop.shown()).toEqual(['shirt 2', 'kurta 1']);
  expect(shop.navigate).not.toHaveBeenCalled();
});

test('a payment that was made is found, stays until it is completed, and is not paid again', async () => {
  const { store, navigate, open, pending, orders, arrive } = await openWorking();
  const opened = await open(keyOne);
  const orderId = opened.ok ? opened.value.payment.orderId : '';
  expect(await store.set(lookUpPaymentAtom, keyOne)).toEqual({ ok: true, value: 'unpaid' });
  await store.set(simulatePaymentAtom, { orderId, outcome: 'success' });
  expect(await store.set(lookUpPaymentAtom, keyOne)).toEqual({ ok: true, value: 'paid' });
  await arrive();
  expect([pending(), orders()]).toEqual([keyOne, [keyOne]]);
  expect(navigate).not.toHaveBeenCalled();
  await store.set(completePaymentAtom, keyOne);
  await arrive();
  expect(pending()).toBeNull();
  expect(store.get(placedOrderAtom)?.id).toBe(keyOne);
  expect(navigate.mock.calls).toEqual([['/orderplaced']]);
});

test('a payment that was not made is closed', async () => {
  const { store, open, pending, orders, arrive } = await openWorking();
  await open(keyOne);
  expect((await store.set(discardPaymentAtom, keyOne)).ok).toBe(true);
  await arrive();
  expect([pending(), orders()]).toEqual([null, []]);
  expect((await open(keyTwo)).ok).toBe(true);
});

test('a payment that was made after all is not closed: it becomes its order', async () => {
  const { store, open, orders, pending, navigate, arrive } = await openWorking();
  const opened = await open(keyOne);
  const orderId = opened.ok ? opened.value.payment.orderId : '';
  await store.set(simulatePaymentAtom, { orderId, outcome: 'success' });
  await store.set(discardPaymentAtom, keyOne);
  await arrive();
  expect([pending(), orders()]).toEqual([null, [keyOne]]);
  expect(navigate.mock.calls).toEqual([['/orderplaced']]);
});

test('a bank that declines gives its sentence', async () => {
  const { store, open } = await openWorking();
  const opened = await open(keyOne);
  const orderId = opened.ok ? opened.value.payment.orderId : '';
  expect(await store.set(simulatePaymentAtom, { orderId, outcome: 'decline' })).toEqual({
    ok: false,
    error: 'The simulated bank declined the payment.',
  });
});

test('another shopper sees neither order nor payment, and takes no late answer', async () => {
  const shop = openShop({ session: meera });
  const { store, take, navigate } = shop;
  show(shop);
  await settle();
  const placing = store.set(placeOrderAtom, { key: keyOne, ...paid });
  const call = take('confirmCheckout');
  store.set(changeSessionAtom, arjun);
  await settle();
  const placedAt = new Date().toISOString();
  const bought = { lines, total: 4500, address: anAddress };
  call.respond({ order: { id: keyOne, placedAt, ...bought, paymentReference: 'pay_1' } });
  expect((await placing).ok).toBe(false);
  await settle();
  expect(store.get(orderHistoryAtom)).toEqual([]);
  expect(store.get(pendingPaymentAtom)).toBeNull();
  expect(navigate).not.toHaveBeenCalled();
});
