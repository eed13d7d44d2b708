import type { Api } from '@patchwork/api';
import { addLine, changeLine, type LineItem, lineItemSchema, mapResult } from '@patchwork/domain';
import { type Change, type ListDefinition, productIdOf } from './list-definition.ts';

const linesOf = (line: LineItem | undefined) => (line ? [line] : []);

const opposite = { increment: 'decrement', decrement: 'increment' } as const;

const isQuantity = ({ type }: Change) => type !== 'add' && type !== 'remove';

function callFor(api: Api, change: Change) {
  const options = { initiator: change.initiator };
  if (change.type === 'add') return api.addToCart({ body: { product: change.product } }, options);
  const { type, productId } = change;
  if (type === 'remove') return api.removeFromCart({ productId }, options);
  if (type === 'set') {
    return api.setCartQuantity({ productId, body: { quantity: change.quantity } }, options);
  }
  return api.changeCartQuantity({ productId, body: { action: { type } } }, options);
}

/** A decrement at quantity 1 changes nothing: the increment before it was refused. See `normalize`. */
function apply(line: LineItem | undefined, change: Change): LineItem | undefined {
  if (change.type === 'add') return addLine(linesOf(line), change.product)[0];
  if (change.type === 'remove') return undefined;
  if (change.type !== 'set') {
    return changeLine(linesOf(line), change.productId, change.type)[0] ?? line;
  }
  const { quantity } = change;
  return line && line.quantity !== quantity ? { ...line, quantity } : line;
}

const applyAll = (line: LineItem | undefined, changes: readonly Change[]): LineItem | undefined =>
  changes.reduce((before: LineItem | undefined, change: Change) => apply(before, change), line);

export const cartList: ListDefinition<LineItem> = {
  name: 'cart',
  item: lineItemSchema,
  toasts: { added: 'Product added to cart', removed: 'Product removed from cart' },
  load: async (api, options) => mapResult(await api.getCart({}, options), ({ cart }) => cart),
  send: async (api, change) => mapResult(await callFor(api, change), ({ cart }) => cart),
  idOf: ({ product }) => product.id,

  apply,

  /** Only a shopper who sees quantity 1 means to remove the line. */
  normalize: (line, change) =>
    change.type === 'decrement' && line?.quantity === 1 ? { ...change, type: 'remove' } : change,

  /** A removal replaces all changes before it; an increment and a decrement cancel each other. */
  merge(waiting, change) {
    if (change.type === 'remove') return [change];
    const last = waiting.at(-1);
    const cancels =
      (change.type === 'increment' || change.type === 'decrement') &&
      last?.type === opposite[change.type];
    return cancels ? waiting.slice(0, -1) : [...waiting, change];
  },

  /** Steps that wait together are one call that sets the quantity. A single step is SPEC's own call. */
  join(line, waiting) {
    const end = waiting.findIndex((change) => !isQuantity(change));
    const steps = end === -1 ? waiting : waiting.slice(0, end);
    const [change] = waiting;
    const quantity = applyAll(line, steps)?.quantity;
    if (steps.length < 2 || quantity === undefined) return { change, count: 1 };
    const { initiator } = change;
    const set: Change = { type: 'set', productId: productIdOf(change), quantity };
    return { change: initiator === undefined ? set : { ...set, initiator }, count: steps.length };
  },

  without(line, bought) {
    const quantity = line.quantity - bought.quantity;
    return quantity > 0 ? { ...line, quantity } : undefined;
  },

  /** The pieces that the shopper asked for since are a line of their own. */
  restart(line, waiting) {
    const [first, ...rest] = waiting;
    if (first?.type !== 'increment') return waiting;
    const { productId: _, type: __, ...notes } = first;
    return [{ type: 'add', product: line.product, ...notes }, ...rest];
  },

  isSame: (one, other) => one?.quantity === other?.quantity,
};
