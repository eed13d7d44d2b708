import { cartAtom, changeSessionAtom } from '@patchwork/shop';
import type { Address, Checkout, LineItem, Quote } from '@patchwork/shop/domain';
import {
  arjun,
  line,
  meera,
  offline,
  offlineText,
  openCart,
  openShop,
  settle,
} from '@patchwork/state/testing/fakes';
import { createShopperApi } from '@patchwork/state/testing/shopper-api';
import { subscribeToToasts } from '@patchwork/testing';
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

/** A shop whose API works, with nothing of its cart bought yet. */
async function openWorking() {
  let held = lines;
  const api = createShopperApi({
    addresses: [anAddress],
    onBought: () => {
      held = [];
    },
  });
  const getCart = async () => ({ ok: true, value: { cart: held } }) as const;
  const shop = openShop({ session: meera, calls: { ...api, getCart } });
  show(shop);
  await settle();
  const { store } = shop;
  const open = (key: string, address: Address = anAddress) =>
    store.set(openPaymentAtom, { key, quote, address });
  return {
    ...shop,
    open,
    pending: () => store.get(pendingPaymentAtom)?.key ?? null,
    orders: () => store.get(orderHistoryAtom).map(({ id }) => id),
  };
}

test('a payment is open from when the API has it, and a second one is refused', async () => {
  const { open, pending } = await openWorking();
  expect(pending()).toBeNull();
  expect(await open('key-1')).toMatchObject({ ok: true, value: { key: 'key-1', total: 4500 } });
  await settle();
  expect(pending()).toBe('key-1');
  expect((await open('key-2')).ok).toBe(false);
  expect(pending()).toBe('key-1');
});

test('a payment whose opening was lost is found open', async () => {
  const shop = openShop({ session: meera });
  const { store, take } = shop;
  show(shop);
  await settle();
  take('listCheckouts').respond({ checkouts: [] });
  await settle();
  const opening = store.set(openPaymentAtom, { key: 'key-1', quote, address: anAddress });
  take('openCheckout').fail(offline);
  expect(await opening).toEqual({ ok: false, error: offlineText });
  take('listCheckouts').respond({ checkouts: [checkoutOf('key-1')] });
  await settle();
  expect(store.get(pendingPaymentAtom)?.key).toBe('key-1');
});

test('a confirmed payment is an order, shown with an empty cart, and confirmed on its page', async () => {
  const { store, navigate, open, pending, orders } = await openWorking();
  await open('key-1');
  expect((await store.set(placeOrderAtom, { key: 'key-1', ...paid })).ok).toBe(true);
  await settle();
  expect(orders()).toEqual(['key-1']);
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
  const placing = shop.store.set(placeOrderAtom, { key: 'key-1', ...paid });
  const placedAt = new Date().toISOString();
  const order = { id: 'key-1', placedAt, lines: bought, total: 4500, address: anAddress };
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
  const looking = shop.store.set(lookUpPaymentAtom, 'key-1');
  const [order] = shop.store.get(orderHistoryAtom);
  if (!order) throw new Error('an order was placed');
  const checkout = { ...checkoutOf('key-1'), status: 'paid' } as const;
  shop.take('settleCheckout').respond({ checkout, order });
  await looking;
  expect(shop.shown()).toEqual(['shirt 1']);
});

test('a confirmation that fails leaves the payment open, and says why', async () => {
  const shop = await openCart(...lines);
  const placing = shop.store.set(placeOrderAtom, { key: 'key-1', ...paid });
  shop.take('confirmCheckout').fail(offline);
  expect(await placing).toEqual({ ok: false, error: offlineText });
  expect(shop.shown()).toEqual(['shirt 2', 'kurta 1']);
  expect(shop.navigate).not.toHaveBeenCalled();
});

test('a payment that was made is found, stays until it is completed, and is not paid again', async () => {
  const { store, navigate, open, pending, orders } = await openWorking();
  const opened = await open('key-1');
  const orderId = opened.ok ? opened.value.payment.orderId : '';
  expect(await store.set(lookUpPaymentAtom, 'key-1')).toEqual({ ok: true, value: 'unpaid' });
  await store.set(simulatePaymentAtom, { orderId, outcome: 'success' });
  expect(await store.set(lookUpPaymentAtom, 'key-1')).toEqual({ ok: true, value: 'paid' });
  await settle();
  expect([pending(), orders()]).toEqual(['key-1', ['key-1']]);
  expect(navigate).not.toHaveBeenCalled();
  await store.set(completePaymentAtom, 'key-1');
  await settle();
  expect(pending()).toBeNull();
  expect(store.get(placedOrderAtom)?.id).toBe('key-1');
  expect(navigate.mock.calls).toEqual([['/orderplaced']]);
});

test('a payment that was not made is closed', async () => {
  const { store, open, pending, orders } = await openWorking();
  await open('key-1');
  expect((await store.set(discardPaymentAtom, 'key-1')).ok).toBe(true);
  await settle();
  expect([pending(), orders()]).toEqual([null, []]);
  expect((await open('key-2')).ok).toBe(true);
});

test('a payment that was made after all is not closed: it becomes its order', async () => {
  const { store, open, orders, pending, navigate } = await openWorking();
  const opened = await open('key-1');
  const orderId = opened.ok ? opened.value.payment.orderId : '';
  await store.set(simulatePaymentAtom, { orderId, outcome: 'success' });
  await store.set(discardPaymentAtom, 'key-1');
  await settle();
  expect([pending(), orders()]).toEqual([null, ['key-1']]);
  expect(navigate.mock.calls).toEqual([['/orderplaced']]);
});

test('a bank that declines gives its sentence', async () => {
  const { store, open } = await openWorking();
  const opened = await open('key-1');
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
  const placing = store.set(placeOrderAtom, { key: 'key-1', ...paid });
  const call = take('confirmCheckout');
  store.set(changeSessionAtom, arjun);
  await settle();
  const placedAt = new Date().toISOString();
  const bought = { lines, total: 4500, address: anAddress };
  call.respond({ order: { id: 'key-1', placedAt, ...bought, paymentReference: 'pay_1' } });
  expect((await placing).ok).toBe(false);
  await settle();
  expect(store.get(orderHistoryAtom)).toEqual([]);
  expect(store.get(pendingPaymentAtom)).toBeNull();
  expect(navigate).not.toHaveBeenCalled();
});
