// @vitest-environment happy-dom

import { subscribeToToasts } from '@patchwork/kit/testing';
import { anAddress } from '@patchwork/kit/testing/samples';
import { cartAtom } from '@patchwork/shop';
import { cartTotal, type LineItem, type Quote } from '@patchwork/shop/domain';
import { beforeEach, expect, test, vi } from 'vitest';
import { arrive, twoLines as lines, openMock, openShop } from '../test-support.tsx';
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

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  toasts.mockClear();
});

const total = cartTotal(lines);
const quote: Quote = { lines, total, notices: [] };
const keyOne = crypto.randomUUID();
const keyTwo = crypto.randomUUID();
const paid = { paymentId: 'pay_1', signature: 'signed' };
const offlineText = 'The shop could not be reached. Check your connection and try again.';

/** Opens a page that shows Asha's cart, payment and orders. */
async function openWorking(cart: readonly LineItem[] = lines) {
  const shop = await openShop({ mock: openMock({ cart }) });
  const { store, mock } = shop;
  await shop.show(pendingPaymentAtom, orderHistoryAtom, placedOrderAtom, cartAtom);
  const open = (key: string) => store.set(openPaymentAtom, { key, quote, address: anAddress });
  return {
    ...shop,
    open,
    arrive: () => arrive(mock),
    place: () => store.set(placeOrderAtom, { key: keyOne, ...paid }),
    shown: () =>
      store.get(cartAtom).items.map(({ product, quantity }) => `${product.id} ${quantity}`),
    pending: () => store.get(pendingPaymentAtom)?.key ?? null,
    orders: () => store.get(orderHistoryAtom).map(({ id }) => id),
    async pay(outcome: 'success' | 'decline' = 'success') {
      const opened = await open(keyOne);
      const orderId = opened.ok ? opened.value.payment.orderId : '';
      return store.set(simulatePaymentAtom, { orderId, outcome });
    },
    addElsewhere: async (productId: string) => {
      const { token } = await mock.logIn();
      const api = mock.connect({ getToken: () => token, onUnauthorized: () => {} });
      await api.changeCartQuantity({ productId, body: { action: { type: 'increment' } } });
    },
  };
}

test('a payment is open as soon as the API has created it, and a second one is refused', async () => {
  const { open, pending, arrive } = await openWorking();
  expect(pending()).toBeNull();
  expect(await open(keyOne)).toMatchObject({ ok: true, value: { key: keyOne, total } });
  await arrive();
  expect(pending()).toBe(keyOne);
  expect((await open(keyTwo)).ok).toBe(false);
  expect(pending()).toBe(keyOne);
});

test('a payment is open even if the response to its creation was lost', async () => {
  const { store, mock, open, pending, arrive } = await openWorking();
  const { token } = await mock.logIn();
  const other = mock.connect({ getToken: () => token, onUnauthorized: () => {} });
  await other.openCheckout({ body: { key: keyOne, addressId: anAddress.id, lines } });
  mock.fail({ openCheckout: 'network' });
  expect(await open(keyOne)).toEqual({ ok: false, error: offlineText });
  await arrive();
  expect(store.get(pendingPaymentAtom)?.key).toBe(keyOne);
  expect(pending()).toBe(keyOne);
});

test('bought products are removed from the cart even if the cart can’t be loaded at that time', async () => {
  const { mock, open, place, shown, arrive } = await openWorking();
  await open(keyOne);
  mock.fail({ getCart: 'network' });
  await place();
  await arrive();
  expect(shown()).toEqual([]);
});

test('an order that is already known removes nothing from the cart again', async () => {
  const { store, open, place, addElsewhere, shown, arrive } = await openWorking();
  await open(keyOne);
  await addElsewhere('overshirt');
  await place();
  await arrive();
  expect(shown()).toEqual(['overshirt 1']);
  await store.set(lookUpPaymentAtom, keyOne);
  await arrive();
  expect(shown()).toEqual(['overshirt 1']);
});

test('a completed payment is found, stays until it is confirmed, and is not paid again', async () => {
  const { store, navigate, open, pay, pending, orders, arrive } = await openWorking();
  await open(keyOne);
  expect(await store.set(lookUpPaymentAtom, keyOne)).toEqual({ ok: true, value: 'unpaid' });
  await pay();
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

test('closing a payment that was completed after all creates its order', async () => {
  const { store, pay, orders, pending, navigate, arrive } = await openWorking();
  await pay();
  await store.set(discardPaymentAtom, keyOne);
  await arrive();
  expect([pending(), orders()]).toEqual([null, [keyOne]]);
  expect(navigate.mock.calls).toEqual([['/orderplaced']]);
});
