/** What cart and wishlist are where each action takes effect at once. For the property test; for tests only. */
import { type LineItem, stepQuantity } from '@patchwork/domain';
import type { Quantities, ServerData } from './server.ts';

export const actions = ['add', 'plus', 'minus', 'remove', 'move', 'toggle-wishlist'] as const;
export type Action = (typeof actions)[number];

/**
 * Why the model can't say what a page shows of a product. 'failed': a change failed, and the shopper was shown
 * that. 'bought': an order took it, and not every tab knows: in the end the model must be right.
 */
type Doubt = 'failed' | 'bought';

export function createModel(start: ServerData) {
  const lists = { cart: new Map(start.cart), wishlist: new Map(start.wishlist) };
  const doubts = new Map<string, Doubt>();
  const keyOf = (list: keyof ServerData, id: string) => `${list} ${id}`;

  const doubt = (list: keyof ServerData, id: string, reason: Doubt) => {
    if (doubts.get(keyOf(list, id)) !== 'failed') doubts.set(keyOf(list, id), reason);
  };

  const act = (type: Action, id: string) => {
    const { cart, wishlist } = lists;
    const quantity = cart.get(id);
    const isBought = doubts.get(keyOf('cart', id)) === 'bought';
    // The page may show pieces that were bought: what the shopper means then is what the page makes of it.
    if (isBought && type !== 'plus' && type !== 'toggle-wishlist') doubt('cart', id, 'failed');
    if (type === 'toggle-wishlist') {
      if (!wishlist.delete(id)) wishlist.set(id, 1);
    } else if (type === 'add') cart.set(id, quantity ?? 1);
    else if (type === 'move') {
      wishlist.set(id, 1);
      cart.delete(id);
    } else if (quantity === undefined) {
      if (isBought && type === 'plus') cart.set(id, 1);
    } else if (type === 'plus') cart.set(id, stepQuantity(quantity, 'increment'));
    else if (type === 'minus' && quantity > 1) cart.set(id, stepQuantity(quantity, 'decrement'));
    else cart.delete(id);
  };

  return {
    lists,
    act,
    doubt,
    isDoubted: (list: keyof ServerData, id: string) => doubts.has(keyOf(list, id)),
    doubted: () =>
      [...doubts].map(([key, reason]) => {
        const [list, id = ''] = key.split(' ');
        return { list: list as keyof ServerData, id, reason };
      }),
    settle: (list: keyof ServerData, id: string, quantity: number | undefined) => {
      doubts.delete(keyOf(list, id));
      if (quantity === undefined) lists[list].delete(id);
      else lists[list].set(id, quantity);
    },
    buy: (lines: readonly LineItem[]) => {
      for (const { product, quantity } of lines) {
        const left = (lists.cart.get(product.id) ?? 0) - quantity;
        if (left > 0) lists.cart.set(product.id, left);
        else lists.cart.delete(product.id);
        doubt('cart', product.id, 'bought');
      }
    },
    /** As the server has it: for a shopper who logs in. */
    restart: (data: ServerData) => {
      const replace = (list: Map<string, number>, quantities: Quantities) => {
        list.clear();
        for (const [id, quantity] of quantities) list.set(id, quantity);
      };
      doubts.clear();
      replace(lists.cart, data.cart);
      replace(lists.wishlist, new Map([...data.wishlist.keys()].map((id) => [id, 1])));
    },
  };
}
