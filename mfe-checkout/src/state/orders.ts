import {
  action,
  changeCartAtom,
  pathToAtom,
  serverData,
  servicesAtom,
  sharedValue,
  storedValueAtom,
  toast,
} from '@patchwork/shop';
import type { Order } from '@patchwork/shop/domain';
import { type Atom, atom } from 'jotai';

interface OrderPage {
  /** Orders, newest first. */
  readonly orders: readonly Order[];
  readonly nextCursor: string | null;
}

const pagesAtom = serverData<OrderPage>(
  () => ({
    key: ['orders'],
    scope: 'shopper',
    load: (api, options, cursor) => api.listOrders({ query: { cursor } }, options),
  }),
  ({ nextCursor }) => nextCursor ?? undefined,
);

const loadedPagesAtom = atom((get) => get(pagesAtom).data);
/** Keeps its array until another page arrives. */
const loadedAtom = atom((get) => get(loadedPagesAtom)?.flatMap(({ orders }) => orders));

/** The shopper's loaded orders, newest first; empty when logged out. */
export const orderHistoryAtom: Atom<readonly Order[]> = sharedValue(
  'orderHistoryAtom',
  ['api'],
  atom((get) => get(loadedAtom) ?? []),
);

/**
 * Load state of the orders. Written out, as the published types may not name a library that a remote does not
 * install.
 */
interface OrdersLoad {
  readonly data: readonly Order[] | undefined;
  readonly isPending: boolean;
  readonly isError: boolean;
  readonly isFetching: boolean;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => Promise<unknown>;
  readonly fetchNextPage: () => Promise<unknown>;
}

/** Load state of the orders, with `refetch` for 'Try again' and `fetchNextPage` for older ones. */
export const ordersLoadAtom: Atom<OrdersLoad> = sharedValue(
  'ordersLoadAtom',
  [orderHistoryAtom, 'api'],
  atom((get) => ({ ...get(pagesAtom), data: get(loadedAtom) })),
);

const placedIdAtom = storedValueAtom<string | null>({
  name: 'placed-order',
  scope: 'tab',
  version: 1,
  parse: String,
  empty: null,
});

/** The order that the shopper placed last in this tab, also after a reload; or null. */
export const placedOrderAtom: Atom<Order | null> = sharedValue(
  'placedOrderAtom',
  [orderHistoryAtom],
  atom((get) => {
    const id = get(placedIdAtom);
    return get(orderHistoryAtom).find((order) => order.id === id) ?? null;
  }),
);

/** Shows an order that the API has made, and the cart without what was bought. */
export const takeOrderAtom = action(
  'takeOrderAtom',
  [orderHistoryAtom],
  async (get, set, order: Order): Promise<void> => {
    // An order that is known already took its lines from the cart before.
    const isKnown = get(orderHistoryAtom).some(({ id }) => id === order.id);
    const lines = isKnown ? [] : order.lines;
    void set(changeCartAtom, { type: 'bought', orderId: order.id, lines });
    await set(pagesAtom, ({ orders, nextCursor } = { orders: [], nextCursor: null }) => ({
      orders: [order, ...orders.filter(({ id }) => id !== order.id)],
      nextCursor,
    }));
    void get(pagesAtom).refetch();
  },
);

/** Goes to the confirmation of an order, and shows a toast. */
export const confirmOrderAtom = action(
  'confirmOrderAtom',
  [placedOrderAtom],
  async (get, set, id: string): Promise<void> => {
    set(placedIdAtom, id);
    toast.success('Order has been placed successfully!!');
    await get(servicesAtom).navigate(get(pathToAtom)('order-placed'));
  },
);
