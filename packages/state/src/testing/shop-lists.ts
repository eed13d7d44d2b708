import { cart, cartAtom } from '../atoms/cart.ts';
import { wishlist, wishlistAtom } from '../atoms/wishlist.ts';
import type { Store } from '../services.ts';
import type { Queue } from '../sync/queue.ts';
import { type Quantities, refusedId, type ServerData } from './server.ts';

/** What the server starts with. */
export const start: ServerData = {
  cart: new Map([
    ['shirt', 2],
    [refusedId, 2],
  ]),
  wishlist: new Map([['coat', 1]]),
};

export const lists = {
  cart: (store: Store): Quantities =>
    new Map(store.get(cartAtom).items.map(({ product, quantity }) => [product.id, quantity])),
  wishlist: (store: Store): Quantities =>
    new Map(store.get(wishlistAtom).items.map(({ id }) => [id, 1])),
};
export const listNames = ['cart', 'wishlist'] as const;

export const pendingOf = (store: Store, list: keyof ServerData): Queue<unknown>['pending'] =>
  store.get<Queue<unknown>>(list === 'cart' ? cart.queueAtom : wishlist.queueAtom).pending;

export const isSent = (store: Store, id: string) =>
  pendingOf(store, 'cart').some(({ productId, sent }) => productId === id && sent);
