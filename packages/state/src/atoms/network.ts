import { type Atom, atom } from 'jotai';
import { sharedValue } from '../shared.ts';

/** Whether the browser reports a network. Written by the page's events only. */
export const isConnectedAtom = atom(true);

const failuresAtom = atom(0);
const isRetryDueAtom = atom(false);

/** Whether the network is gone, or the shop can't be reached through it. Changes of the lists wait meanwhile. */
export const isOfflineAtom: Atom<boolean> = sharedValue(
  'isOfflineAtom',
  ['browser', 'api'],
  atom((get) => !get(isConnectedAtom) || get(failuresAtom) > 0),
);

/** Notes that the shop responded. */
export const requestSucceededAtom = atom(null, (_get, set) => set(failuresAtom, 0));

/** Number of times that a retry to reach the shop has become due. Written by requestLostAtom only. */
export const retriesAtom = atom(0);

const FIRST_RETRY_DELAY_MS = 2000;
const LONGEST_RETRY_DELAY_MS = 30_000;

/** Notes that a request did not reach the shop. The delay until the next try doubles with each failure. */
export const requestLostAtom = atom(null, (get, set) => {
  if (get(isRetryDueAtom)) return set(failuresAtom, (count) => Math.max(count, 1));
  const delay = FIRST_RETRY_DELAY_MS * 2 ** get(failuresAtom);
  set(failuresAtom, (count) => count + 1);
  set(isRetryDueAtom, true);
  setTimeout(
    () => {
      set(isRetryDueAtom, false);
      if (get(failuresAtom) > 0) set(retriesAtom, (count) => count + 1);
    },
    Math.min(delay, LONGEST_RETRY_DELAY_MS),
  );
});
