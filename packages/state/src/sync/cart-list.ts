import type { Api } from '@patchwork/api';
import { addLine, changeLine, type LineItem, lineItemSchema, mapResult } from '@patchwork/domain';
import type { Change, ListDefinition } from './list-definition.ts';

const linesOf = (line: LineItem | undefined) => (line ? [line] : []);

const opposite = { increment: 'decrement', decrement: 'increment' } as const;

function callFor(api: Api, change: Change) {
  const options = { initiator: change.initiator };
  if (change.type === 'add') return api.addToCart({ body: { product: change.product } }, options);
  const { type, productId } = change;
  if (type === 'remove') return api.removeFromCart({ productId }, options);
  return api.changeCartQuantity({ productId, body: { action: { type } } }, options);
}

export const cartList: ListDefinition<LineItem> = {
  name: 'cart',
  item: lineItemSchema,
  toasts: { added: 'Product added to cart', removed: 'Product removed from cart' },
  load: async (api, options) => mapResult(await api.getCart({}, options), ({ cart }) => cart),
  send: async (api, change) => mapResult(await callFor(api, change), ({ cart }) => cart),
  idOf: ({ product }) => product.id,

  /** A decrement at quantity 1 changes nothing: the increment before it was refused. See `normalize`. */
  apply(line, change) {
    if (change.type === 'add') return addLine(linesOf(line), change.product)[0];
    if (change.type === 'remove') return undefined;
    return changeLine(linesOf(line), change.productId, change.type)[0] ?? line;
  },

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

  isSame: (one, other) => one?.quantity === other?.quantity,
};
