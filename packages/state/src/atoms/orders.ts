import { mapResult, type Order } from '@patchwork/domain';
import { createStoredValue } from '@patchwork/storage';
import { type Atom, atom } from 'jotai';
import * as v from 'valibot';
import type { PagedLoad } from '../query-client.ts';
import { openPageAtom } from '../services.ts';
import { sharedValue } from '../shared.ts';
import { toast } from '../toast.ts';
import { changeCartAtom } from './cart.ts';
import { shopperData } from './shopper-data.ts';

declare global {
  interface PatchworkStores {
    'placed-order': 'tab';
  }
}

const data = shopperData<Order>('orders', async (api, options, cursor) =>
  mapResult(await api.listOrders({ query: { cursor } }, options), ({ orders, nextCursor }) => ({
    entries: orders,
    next: nextCursor ?? undefined,
  })),
);

/** The shopper's orders as far as they are loaded, newest first; empty when logged out. Written by the API only. */
export const orderHistoryAtom: Atom<readonly Order[]> = sharedValue(
  'orderHistoryAtom',
  ['api'],
  data.listAtom,
);

/**
 * How far the orders are loaded, with `refetch` for 'Try again' and `fetchNextPage` for older ones. Pending
 * while logged out.
 */
export const ordersLoadAtom: Atom<PagedLoad<Order>> = sharedValue(
  'ordersLoadAtom',
  [orderHistoryAtom, 'api'],
  data.loadAtom,
);

/** In the tab's storage: a reload of the confirmation still shows the order. */
const storedPlacedId = createStoredValue({
  name: 'placed-order',
  version: 1,
  parse: v.parser(v.string()),
  scope: 'tab',
});
const placedIdAtom = atom<string | null>(null);

/** The order that this tab placed last, or null. Written by the payment's actions only. */
export const placedOrderAtom: Atom<Order | null> = sharedValue(
  'placedOrderAtom',
  [orderHistoryAtom],
  atom((get) => {
    const id = get(placedIdAtom) ?? storedPlacedId.read();
    return get(orderHistoryAtom).find((order) => order.id === id) ?? null;
  }),
);

/**
 * The API has made this order, and taken what was bought from its cart: both are shown. For this package
 * only.
 */
export const takeOrderAtom = atom(null, async (get, set, order: Order): Promise<void> => {
  // An order that is known already took its lines from the cart before.
  const isKnown = get(orderHistoryAtom).some(({ id }) => id === order.id);
  const lines = isKnown ? [] : order.lines;
  void set(changeCartAtom, { type: 'bought', orderId: order.id, lines });
  await set(data.writeAtom, (before) => [order, ...before.filter(({ id }) => id !== order.id)]);
  void get(data.loadAtom).refetch();
});

/** Goes to the confirmation of an order, and says so. For this package only. */
export const confirmOrderAtom = atom(null, (_get, set, id: string): void => {
  set(placedIdAtom, id);
  storedPlacedId.write(id);
  toast.success('Order has been placed successfully!!');
  set(openPageAtom, 'order-placed');
});
