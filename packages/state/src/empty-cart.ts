import type { ApiError } from '@patchwork/api';
import { err, ok, type Result } from '@patchwork/domain';
import { atom } from 'jotai';
import { cart } from './cart.ts';
import { isOfflineAtom } from './network.ts';

const attempts = 3;

const notReached: ApiError = { kind: 'network', message: 'The cart is emptied later.' };
const notDone: ApiError = { kind: 'status', status: 409, messages: [] };

/**
 * Empties the cart, here at once and on the server line by line, without a toast for each. A refused
 * removal is tried again. A network error says that the removals wait for the network, and are kept.
 */
export const emptyCartAtom = atom(null, async (get, set): Promise<Result<void, ApiError>> => {
  const desk = get(cart.deskAtom);
  for (let attempt = 0; attempt < attempts; attempt++) {
    const ids = get(cart.shownAtom).map(({ product }) => product.id);
    await Promise.all(
      ids.map((productId) =>
        set(cart.changeAtom, productId, { type: 'remove', productId, isQuiet: true }),
      ),
    );
    if (get(cart.deskAtom) !== desk) break;
    const isEmpty = get(cart.shownAtom).length === 0;
    if (isEmpty && get(cart.stateAtom).lines.length === 0) return ok(undefined);
    if (get(isOfflineAtom)) return err(notReached);
  }
  return err(notDone);
});
