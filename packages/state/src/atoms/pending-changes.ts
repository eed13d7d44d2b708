import { type Atom, atom } from 'jotai';
import { sharedValue } from '../shared.ts';
import { countChanges } from '../sync/queue.ts';
import { cart, cartAtom } from './cart.ts';
import { wishlist, wishlistAtom } from './wishlist.ts';

/** Number of changes of cart and wishlist that the server has not confirmed or refused. */
export const pendingChangesAtom: Atom<number> = sharedValue(
  'pendingChangesAtom',
  [cartAtom, wishlistAtom],
  atom((get) => countChanges(get(cart.queueAtom)) + countChanges(get(wishlist.queueAtom))),
);

/** Adds the products that the visitor wanted to add to cart or wishlist before this login. */
export const addWantedAtom = atom(null, (_get, set) => {
  for (const list of [cart, wishlist]) set(list.addWantedAtom);
});

/** Sends waiting changes; 'retry' also finds out whether the shop is still offline. */
export const syncListsAtom = atom(null, (_get, set, retry?: 'retry') => {
  for (const list of [cart, wishlist]) set(list.syncAtom, retry);
});
