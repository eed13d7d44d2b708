import { type Atom, atom } from 'jotai';
import type { ListState } from '../sync/queue.ts';
import { cart } from './cart.ts';
import { wishlist } from './wishlist.ts';

const countOf = ({ lines }: ListState<unknown>): number =>
  lines.reduce((count, { sent, waiting }) => count + waiting.length + (sent ? 1 : 0), 0);

/** How many changes of cart and wishlist the server has not answered. */
export const pendingChangesAtom: Atom<number> = atom(
  (get) => countOf(get(cart.stateAtom)) + countOf(get(wishlist.stateAtom)),
);

/** Sends what waits; `again` after a time without network, to find out whether it is over. */
export const sendPendingAtom = atom(null, (_get, set, again?: 'again') => {
  for (const list of [cart, wishlist]) set(list.sendAtom, again);
});

/** Another tab has written in the storage. */
export const followListsAtom = atom(null, (_get, set) => {
  for (const list of [cart, wishlist]) set(list.followAtom);
});

/** Logging out leaves nothing of the lists in the browser, and nothing under way. */
export const dropListsAtom = atom(null, (_get, set) => {
  for (const list of [cart, wishlist]) set(list.dropAtom);
});
