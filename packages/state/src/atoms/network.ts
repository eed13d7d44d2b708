import { type Atom, atom } from 'jotai';

/** What the browser says of its network. Written by connectionAtom only. */
export const isConnectedAtom = atom(true);

const failuresAtom = atom(0);
const isRetryDueAtom = atom(false);

/** The network is gone, or the shop can't be reached through it. Changes of the lists wait. */
export const isOfflineAtom: Atom<boolean> = atom(
  (get) => !get(isConnectedAtom) || get(failuresAtom) > 0,
);

export const reachedAtom = atom(null, (_get, set) => set(failuresAtom, 0));

const [firstPause, longestPause] = [2000, 30_000];

/** A call found no way to the shop. `again` is called after a while, longer with each failure. */
export const lostAtom = atom(null, (get, set, again: () => void) => {
  if (get(isRetryDueAtom)) return set(failuresAtom, (count) => Math.max(count, 1));
  const pause = Math.min(firstPause * 2 ** get(failuresAtom), longestPause);
  set(failuresAtom, (count) => count + 1);
  set(isRetryDueAtom, true);
  setTimeout(() => {
    set(isRetryDueAtom, false);
    if (get(failuresAtom) > 0) again();
  }, pause);
});
