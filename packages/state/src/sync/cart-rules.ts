import { addLine, changeLine, type LineItem } from '@patchwork/domain';
import type { ListRules } from './change.ts';

const linesOf = (line: LineItem | undefined) => (line ? [line] : []);

const opposite = { increment: 'decrement', decrement: 'increment' } as const;

export const cartRules: ListRules<LineItem> = {
  idOf: ({ product }) => product.id,

  /** A decrement that finds one piece left leaves it: what it undoes has failed. See `meant`. */
  apply: (line, change) => {
    if (change.type === 'add') return addLine(linesOf(line), change.product)[0];
    if (change.type === 'remove') return undefined;
    return changeLine(linesOf(line), change.productId, change.type)[0] ?? line;
  },

  /** Only a shopper who sees one piece means to remove it. */
  meant: (line, change) =>
    change.type === 'decrement' && line?.quantity === 1 ? { ...change, type: 'remove' } : change,

  /** A removal makes all before it needless; an increment and a decrement cancel each other. */
  join: (waiting, change) => {
    if (change.type === 'remove') return [change];
    const last = waiting.at(-1);
    const cancels =
      (change.type === 'increment' || change.type === 'decrement') &&
      last?.type === opposite[change.type];
    return cancels ? waiting.slice(0, -1) : [...waiting, change];
  },

  isSame: (one, other) => one?.quantity === other?.quantity,
};
