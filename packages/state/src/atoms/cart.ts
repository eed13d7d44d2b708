import type { LineItem, Product, QuantityChange } from '@patchwork/domain';
import type { Atom } from 'jotai';
import { action, sharedValue } from '../shared.ts';
import { cartList } from '../sync/cart-list.ts';
import { reduceQueue } from '../sync/queue.ts';
import { createSyncedList, type SyncedValue } from '../sync/synced-list.ts';

/** For this package only. */
export const cart = createSyncedList(cartList);

/** The cart's lines, and how far they are loaded. Written by the API and changeCartAtom only. */
export const cartAtom: Atom<SyncedValue<LineItem>> = sharedValue(
  'cartAtom',
  ['api'],
  cart.valueAtom,
);

type CartChange =
  /** Adds a piece, unless the cart has the product. */
  | { readonly type: 'add'; readonly product: Product }
  /** Changes the quantity by a piece; a decrement at quantity 1 removes the line. */
  | { readonly type: QuantityChange; readonly productId: string }
  /** The line, whatever its quantity. */
  | { readonly type: 'remove'; readonly productId: string }
  /** The API has made an order of these lines. Pieces that were put into the cart since stay. */
  | { readonly type: 'bought'; readonly orderId: string; readonly lines: readonly LineItem[] };

/**
 * Changes the cart: shown at once, sent when the shop can be reached, undone with a toast where the API refuses
 * it. Resolves to false where it refused, to true where it took the change or the change waits for the network.
 * Logged out: goes to login, false.
 */
export const changeCartAtom = action(
  'changeCartAtom',
  [cartAtom],
  async (get, set, change: CartChange): Promise<boolean> => {
    if (change.type === 'add')
      return set(cart.changeAtom, { ...change, productId: change.product.id });
    if (change.type !== 'bought') return set(cart.changeAtom, change);
    const { orderId, lines: items } = change;
    set(cart.queueAtom, (queue) =>
      reduceQueue(cartList, queue, { type: 'bought', orderId, items }),
    );
    void get(cart.valueAtom).refetch();
    return true;
  },
);
