import { type Atom, atom } from 'jotai';
import { sharedValue } from '../shared.ts';
import { countChanges } from '../sync/queue.ts';
import { cart, cartAtom } from './cart.ts';
import { wishlist, wishlistAtom } from './wishlist.ts';

/** Number of changes to cart and wishlist that the server has neither confirmed nor refused. */
export const pendingChangesAtom: Atom<number> = sharedValue(
  'pendingChangesAtom',
  [cartAtom, wishlistAtom],
  atom((get) => countChanges(get(cart.queueAtom)) + countChanges(get(wishlist.queueAtom))),
);

/** Adds the products that the visitor tried to add to cart or wishlist before logging in. */
export const addWantedAtom = atom(null, (_get, set) => {
  for (const list of [cart, wishlist]) set(list.addWantedAtom);
});

/** Sends waiting changes, unless the shop is offline. With 'retry', first checks whether the shop is still offline. */
export const syncListsAtom = atom(null, (_get, set, retry?: 'retry') => {
  for (const list of [cart, wishlist]) set(list.syncAtom, retry);
});

/** Repeats changes of this tab that another tab's write has undone. */
export const repairListsAtom = atom(null, (_get, set) => {
  for (const list of [cart, wishlist]) set(list.repairAtom);
});
