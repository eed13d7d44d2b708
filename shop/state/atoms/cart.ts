import type { Api } from '@patchwork/api';
import {
  boundQuantity,
  type LineItem,
  lineItemSchema,
  mapResult,
  type Product,
  type QuantityChange,
  stepQuantity,
} from '@patchwork/domain';
import type { Atom } from 'jotai';
import { action, sharedValue } from '../shared.ts';
import type { Change, ListDefinition } from '../sync/queue.ts';
import { createSyncedList, type SyncedValue } from '../sync/synced-list.ts';

const opposite = { increment: 'decrement', decrement: 'increment' } as const;

function callFor(api: Api, change: Change) {
  const { productId, initiator } = change;
  const options = { initiator };
  switch (change.type) {
    case 'add':
      return api.addToCart({ body: { product: change.product } }, options);
    case 'remove':
      return api.removeFromCart({ productId }, options);
    case 'set':
      return api.setCartQuantity({ productId, body: { quantity: change.quantity } }, options);
    default:
      return api.changeCartQuantity(
        { productId, body: { action: { type: change.type } } },
        options,
      );
  }
}

/**
 * Returns the quantity after a change. A decrement at quantity 1 changes nothing: it was queued after an increment that
 * the API has meanwhile refused. See `normalize`.
 */
function quantityAfter(quantity: number, change: Change): number {
  if (change.type === 'set') return boundQuantity(change.quantity);
  const isStep = change.type === 'increment' || change.type === 'decrement';
  return isStep ? stepQuantity(quantity, change.type) : quantity;
}

function apply(line: LineItem | undefined, change: Change): LineItem | undefined {
  if (change.type === 'add') return line ?? { product: change.product, quantity: 1 };
  if (change.type === 'remove' || !line) return undefined;
  const quantity = quantityAfter(line.quantity, change);
  return quantity === line.quantity ? line : { ...line, quantity };
}

const cartList: ListDefinition<LineItem> = {
  name: 'cart',
  item: lineItemSchema,
  toasts: {
    added: 'Product added to cart',
    several: 'products added to cart',
    removed: 'Product removed from cart',
  },
  load: async (api, options) => mapResult(await api.getCart({}, options), ({ cart }) => cart),
  send: async (api, change) => mapResult(await callFor(api, change), ({ cart }) => cart),
  idOf: ({ product }) => product.id,

  apply,

  /** Turns a decrement into a removal, but only for a shopper who sees quantity 1. */
  normalize: (line, change) =>
    change.type === 'decrement' && line?.quantity === 1 ? { ...change, type: 'remove' } : change,

  /** Adds a change to the waiting ones. A removal replaces them all; an increment and a decrement cancel out. */
  merge(waiting, change) {
    if (change.type === 'remove') return [change];
    const last = waiting.at(-1);
    const cancels =
      (change.type === 'increment' || change.type === 'decrement') &&
      last?.type === opposite[change.type];
    return cancels ? waiting.slice(0, -1) : [...waiting, change];
  },

  /**
   * Merges waiting increments and decrements into one call that sets the quantity. A single change is sent as it is.
   */
  join(line, waiting) {
    const end = waiting.findIndex(({ type }) => type === 'add' || type === 'remove');
    const steps: readonly Change[] = end === -1 ? waiting : waiting.slice(0, end);
    const [change] = waiting;
    if (steps.length < 2 || !line) return { change, count: 1 };
    const quantity = steps.reduce(quantityAfter, line.quantity);
    const { productId, initiator } = change;
    return { change: { type: 'set', productId, quantity, initiator }, count: steps.length };
  },

  without(line, bought) {
    const quantity = line.quantity - bought.quantity;
    return quantity > 0 ? { ...line, quantity } : undefined;
  },

  /** Turns an increment that comes first into an addition, because the server no longer has the line. */
  restart(line, waiting) {
    const [first, ...rest] = waiting;
    if (first?.type !== 'increment') return waiting;
    return [{ ...first, type: 'add', product: line.product }, ...rest];
  },

  isSame: (one, other) => one?.quantity === other?.quantity,
};

/** Atoms of the cart. Internal to this package. */
export const cart = createSyncedList(cartList);

/** The cart's lines and their load state. Written only by loads and by changeCartAtom. */
export const cartAtom: Atom<SyncedValue<LineItem>> = sharedValue(
  'cartAtom',
  ['api'],
  cart.valueAtom,
);

type CartChange =
  /**
   * Adds a line with quantity 1, unless the cart already has the product. `isQuiet` suppresses the toast, for a caller
   * that adds several products and shows one toast for all.
   */
  | { readonly type: 'add'; readonly product: Product; readonly isQuiet?: boolean }
  /** Changes the quantity by one. A decrement at quantity 1 removes the line. */
  | { readonly type: QuantityChange; readonly productId: string }
  /** Removes the line, whatever its quantity. */
  | { readonly type: 'remove'; readonly productId: string }
  /** Removes the lines that the API has turned into an order. Pieces that were added meanwhile stay. */
  | { readonly type: 'bought'; readonly orderId: string; readonly lines: readonly LineItem[] };

/**
 * Changes the cart optimistically: shows the change at once, sends it when the shop can be reached, and undoes it with
 * a toast if the API refuses it. Resolves to true if it was accepted or waits for the network, to false if it was
 * refused or the session has ended. Without a login, navigates to the login page and resolves to false.
 */
export const changeCartAtom = action(
  'changeCartAtom',
  [cartAtom],
  async (get, set, change: CartChange): Promise<boolean> => {
    if (change.type === 'add') {
      const { type, product, isQuiet } = change;
      const added = { type, product, productId: product.id };
      return set(cart.changeAtom, added, isQuiet ? null : undefined);
    }
    if (change.type !== 'bought') return set(cart.changeAtom, change);
    const { orderId, lines: items } = change;
    set(cart.dispatchAtom, { type: 'bought', orderId, items });
    void get(cart.valueAtom).refetch();
    return true;
  },
);
