import type { LineItem } from '@patchwork/domain';
import { atom } from 'jotai';
import { cart } from './cart.ts';
import { sessionAtom } from './session.ts';

const MAX_ATTEMPTS = 3;

/**
 * Empties the cart of what was bought, here at once and on the server line by line, without a toast
 * for each. What the shopper put into it since stays. A refused removal is tried again; without
 * network the removals wait. For this package only.
 */
export const emptyCartAtom = atom(
  null,
  async (get, set, bought: readonly LineItem[]): Promise<void> => {
    const session = get(sessionAtom);
    const boughtIds = new Set(bought.map(({ product }) => product.id));
    if (!get(cart.queueAtom).isLoaded) await get(cart.loadAtom).refetch();
    for (let attempt = 0; attempt < MAX_ATTEMPTS && get(sessionAtom) === session; attempt++) {
      const left = get(cart.shownAtom).filter(({ product }) => boughtIds.has(product.id));
      await Promise.all(
        left.map(({ product: { id: productId } }) =>
          set(cart.changeAtom, { type: 'remove', productId, isQuiet: true }),
        ),
      );
    }
  },
);
