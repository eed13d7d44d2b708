import { type Atom, atom } from 'jotai';
import { sharedValue } from '../shared.ts';

/** Whether the browser is online. Written only by createShopStore, at the start and on events of the window. */
export const isConnectedAtom = atom(true);

const failuresAtom = atom(0);
const isRetryDueAtom = atom(false);

/** Whether the browser is offline or the shop can't be reached. Changes of cart and wishlist then wait. */
export const isOfflineAtom: Atom<boolean> = sharedValue(
  'isOfflineAtom',
  ['browser', 'api'],
  atom((get) => !get(isConnectedAtom) || get(failuresAtom) > 0),
);

/** Records that the shop has responded. */
export const requestSucceededAtom = atom(null, (_get, set) => set(failuresAtom, 0));

/** Number of retries to reach the shop that have become due. Written only by requestLostAtom. */
export const retriesAtom = atom(0);

const FIRST_RETRY_DELAY_MS = 2000;
const LONGEST_RETRY_DELAY_MS = 30_000;

/**
 * Records that a request did not reach the shop, and schedules a retry unless one is scheduled. The delay doubles from
 * retry to retry, up to 30 seconds.
 */
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
