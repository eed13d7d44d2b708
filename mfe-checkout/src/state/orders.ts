import {
  type Api,
  action,
  changeCartAtom,
  pathToAtom,
  serverData,
  servicesAtom,
  sharedValue,
  storedValueAtom,
  toast,
} from '@patchwork/shop';
import { type Order, ok, type Result } from '@patchwork/shop/domain';
import { type Atom, atom } from 'jotai';
import * as t from '../texts/placed.ts';

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
/** Loaded orders. The array stays the same until another page arrives. */
const loadedAtom = atom((get) => get(loadedPagesAtom)?.flatMap(({ orders }) => orders));

/** The shopper's loaded orders, newest first; empty when logged out. */
export const orderHistoryAtom: Atom<readonly Order[]> = sharedValue(
  'orderHistoryAtom',
  ['api'],
  atom((get) => get(loadedAtom) ?? []),
);

/**
 * Load state of the orders. Written out, because published types must not name a library that remotes don't install.
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

/** Load state of the orders, with `refetch` for 'Try again' and `fetchNextPage` for older orders. */
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

/** Last order that the shopper placed in this tab; null if there is none or it isn't loaded. Survives reloads. */
export const placedOrderAtom: Atom<Order | null> = sharedValue(
  'placedOrderAtom',
  [orderHistoryAtom],
  atom((get) => {
    const id = get(placedIdAtom);
    return get(orderHistoryAtom).find((order) => order.id === id) ?? null;
  }),
);

/** Adds an order from the API to the orders, and removes its lines from the cart. */
export const takeOrderAtom = action(
  'takeOrderAtom',
  [orderHistoryAtom],
  async (get, set, order: Order): Promise<void> => {
    // The lines of a known order have already been removed from the cart.
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

/** Change that a shopper may request. `products` are ids of whole lines. */
type OrderChange =
  | { readonly type: 'cancel'; readonly products: readonly string[] }
  | { readonly type: 'return'; readonly products: readonly string[]; readonly reason: string }
  /** `price` is the one that the shopper saw, in whole rupees. */
  | {
      readonly type: 'exchange';
      readonly from: string;
      readonly to: string;
      readonly price: number;
      readonly reason: string;
    }
  | { readonly type: 'withdrawExchange'; readonly product: string };

/** Sends a change of an order. */
function sendChange(api: Api, order: string, change: OrderChange) {
  switch (change.type) {
    case 'cancel':
      return api.cancelOrder({ order, body: { products: [...change.products] } });
    case 'return': {
      const { products, reason } = change;
      return api.askReturn({ order, body: { products: [...products], reason } });
    }
    case 'exchange': {
      const { type: _type, ...body } = change;
      return api.askExchange({ order, body });
    }
    case 'withdrawExchange':
      return api.withdrawExchange({ order, productId: change.product });
  }
}

/** Changes an order: cancels lines, requests their return or an exchange, or withdraws that. If that fails, resolves to an error: the message to show. */
export const changeOrderAtom = action(
  'changeOrderAtom',
  [orderHistoryAtom],
  async (
    get,
    set,
    { id, change }: { readonly id: string; readonly change: OrderChange },
  ): Promise<Result<void, string>> => {
    const changed = await get(servicesAtom).callApi((api) => sendChange(api, id, change));
    if (!changed.ok) {
      // The order may have been packed meanwhile, or changed although the response was lost.
      void get(pagesAtom).refetch();
      return changed;
    }
    const { order } = changed.value;
    await set(pagesAtom, ({ orders, nextCursor } = { orders: [], nextCursor: null }) => ({
      orders: orders.map((known) => (known.id === order.id ? order : known)),
      nextCursor,
    }));
    // The write above changes the first page only.
    const [first] = get(loadedPagesAtom) ?? [];
    if (!first?.orders.some(({ id: known }) => known === id)) await get(pagesAtom).refetch();
    return ok(undefined);
  },
);

/** Opens the confirmation of an order and shows a toast. */
export const confirmOrderAtom = action(
  'confirmOrderAtom',
  [placedOrderAtom],
  async (get, set, id: string): Promise<void> => {
    set(placedIdAtom, id);
    toast.success(t.success);
    await get(servicesAtom).navigate(get(pathToAtom)('order-placed'));
  },
);
