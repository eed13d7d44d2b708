/** Model of cart and wishlist in which each action takes effect at once, and random steps for it. For tests only. */
import type { ApiError } from '@patchwork/shop';
import { stepQuantity } from '@patchwork/shop/domain';
import fc from 'fast-check';
import { broken, offline, type Quantities, refusedId, type ServerData } from './server.ts';

const actions = ['add', 'plus', 'minus', 'remove', 'move', 'toggle-wishlist'] as const;
export type Action = (typeof actions)[number];

/**
 * Reason why the model can't predict a product on a page. 'failed': a change has failed, and the shopper was told.
 * 'bought': an order contains the product, but not every tab knows the order; once all do, the model must match.
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
    // The page may still show pieces that were bought. The step's effect depends on what is shown.
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
    buy: (lines: Quantities) => {
      for (const [id, quantity] of lines) {
        const left = (lists.cart.get(id) ?? 0) - quantity;
        if (left > 0) lists.cart.set(id, left);
        else lists.cart.delete(id);
        doubt('cart', id, 'bought');
      }
    },
    /** Adopts the server's data when a shopper logs in. */
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

/** Errors that a call can get in place of a response, by name. */
export const errors: Readonly<Record<string, ApiError>> = {
  lost: offline,
  broken,
  // A response that is truncated or doesn't match its schema.
  malformed: { kind: 'malformed', message: 'Unexpected end of JSON input' },
  timeout: { kind: 'timeout', message: 'timeout of 15000ms exceeded' },
};

const tab = fc.nat({ max: 1 });
const which = fc.nat({ max: 5 });
const bits = fc.nat({ max: 63 });

export const steps = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom(...actions),
      id: fc.constantFrom('shirt', 'dress', 'coat', refusedId),
      times: fc.oneof({ weight: 6, arbitrary: fc.constant(1) }, fc.integer({ min: 2, max: 20 })),
      tab,
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('serve'), which }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant('respond'), which }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('fail'),
      which,
      isServed: fc.boolean(),
      as: fc.constant('lost'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('fail'),
      which,
      isServed: fc.boolean(),
      as: fc.constantFrom('broken', 'malformed', 'timeout'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('connect'), onLine: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('tick') }) },
  // Neither tab receives the other's writes of cart and wishlist during the next steps.
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('delay'), steps: fc.integer({ min: 2, max: 5 }) }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('reload'), tab, bits }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('session'), tab, bits }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('expire'), tab }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('buy'), tab }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('settle'), tab }) },
);
export type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never;
