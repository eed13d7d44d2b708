import {
  findLine,
  isWished,
  type LineItem,
  type Product,
  type QuantityChange,
} from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { action, sharedValue } from '../shared.ts';
import { cartList } from '../sync/cart-list.ts';
import { reduceQueue } from '../sync/queue.ts';
import { createSyncedList, type ListLoad } from '../sync/synced-list.ts';
import { sessionAtom } from './session.ts';
import { wishlist, wishlistAtom } from './wishlist.ts';

/** For this package only. */
export const cart = createSyncedList(cartList);

/**
 * The API has taken these lines of an order from its cart: shown at once, and loaded again. Pieces that
 * were put into the cart since stay. For this package only.
 */
export const takeBoughtAtom = atom(
  null,
  (get, set, orderId: string, items: readonly LineItem[]): void => {
    set(cart.queueAtom, (queue) =>
      reduceQueue(cartList, queue, { type: 'bought', orderId, items }),
    );
    void get(cart.loadAtom).refetch();
  },
);

/** The cart's lines; empty when logged out. Written by the API and this package's actions only. */
export const cartAtom: Atom<readonly LineItem[]> = sharedValue('cartAtom', ['api'], cart.itemsAtom);

/** How far the cart is loaded, with `refetch` for 'Try again'. Pending while logged out. */
export const cartLoadAtom: Atom<ListLoad<LineItem>> = sharedValue(
  'cartLoadAtom',
  [cartAtom, 'api'],
  cart.loadAtom,
);

/** Adds one piece unless the cart has the product. Out of stock: nothing. Logged out: goes to login. */
export const addToCartAtom = action(
  'addToCartAtom',
  [cartAtom],
  async (_get, set, product: Product): Promise<void> => {
    if (product.inStock)
      await set(cart.changeAtom, { type: 'add', productId: product.id, product });
  },
);

/** Removes the line, whatever its quantity. Logged out: goes to login. */
export const removeFromCartAtom = action(
  'removeFromCartAtom',
  [cartAtom],
  (_get, set, productId: string): Promise<void> =>
    set(cart.changeAtom, { type: 'remove', productId }),
);

interface QuantityClick {
  readonly productId: string;
  readonly type: QuantityChange;
}

/** One piece more or less; a decrement at quantity 1 removes the line. Logged out: goes to login. */
export const changeQuantityAtom = action(
  'changeQuantityAtom',
  [cartAtom],
  (_get, set, click: QuantityClick): Promise<void> => set(cart.changeAtom, click),
);

/**
 * Adds the line's product to the wishlist and removes the line from the cart once the server has
 * the product in the wishlist. Where the server refuses it, the line stays. Logged out: goes to login.
 */
export const moveToWishlistAtom = action(
  'moveToWishlistAtom',
  [cartAtom, wishlistAtom],
  async (get, set, { product }: LineItem): Promise<void> => {
    const session = get(sessionAtom);
    const { id: productId } = product;
    await set(wishlist.changeAtom, { type: 'add', productId, product });
    const isAdded = isWished(get(wishlist.shownAtom), productId);
    const isLeft = findLine(get(cart.shownAtom), productId) !== undefined;
    if (!isAdded || !isLeft || get(sessionAtom) !== session) return;
    await set(cart.changeAtom, { type: 'remove', productId });
  },
);
