import {
  type LineItem,
  lineDeadline,
  lineState,
  type Order,
  orderStatus,
  type Sibling,
} from '@patchwork/shop/domain';
import * as t from '../texts/order.ts';

type Piece = Pick<Sibling, 'size' | 'colour'>;

/** Describes a piece beside another of its style: 'Walnut, size L', or 'size L' if the colour is the same. */
export const describePiece = (piece: Piece, other: Piece): string =>
  piece.colour && piece.colour.name !== other.colour?.name
    ? t.colouredPiece({ colour: piece.colour.name, size: piece.size })
    : t.piece({ size: piece.size });

/** Returns when a line's period of return ends; undefined before delivery, and for a line that can't be returned. */
function deadlineOf(order: Order, { product: { id } }: LineItem): Date | undefined {
  const isKept = ['bought', 'exchanged', 'exchangeDeclined'].includes(lineState(order, id));
  if (order.returnUntil === null || !isKept) return undefined;
  return lineDeadline(order, id, new Date(order.returnUntil));
}

/** Returns the lines that can be returned now. */
export const returnableLines = (order: Order): LineItem[] =>
  order.lines.filter((line) => (deadlineOf(order, line)?.getTime() ?? 0) > Date.now());

/** Returns the last time at which something can be returned; undefined if nothing can. */
export const returnableUntil = (order: Order): Date | undefined =>
  order.lines
    .flatMap((line) => deadlineOf(order, line) ?? [])
    .sort((one, other) => other.getTime() - one.getTime())[0];

/** Returns the lines that can be exchanged now, if their product still has siblings. */
export const exchangeableLines = (order: Order): LineItem[] =>
  orderStatus(order) === 'refunded'
    ? []
    : returnableLines(order).filter(
        ({ product: { id, style } }) => style !== undefined && lineState(order, id) === 'bought',
      );
