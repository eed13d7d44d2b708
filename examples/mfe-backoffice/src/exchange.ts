import { findLineEvent } from '@patchwork/shop/domain';
import type { Order } from './api.ts';

type Line = Order['lines'][number];
type Event = Order['events'][number];
type Piece = Extract<Event, { readonly type: 'exchangeAsked' }>['to'];

/** Describes a piece: 'Overshirt, Walnut, size L'. */
export const describePiece = ({ title, colour, size }: Piece): string =>
  [title, ...(colour ? [colour.name] : []), `size ${size}`].join(', ');

/** Returns the piece for which a line is to be exchanged, or was; undefined if it neither is nor was. */
export function exchangeOf(order: Order, productId: string): Piece | undefined {
  const last = order.events.findLast(
    (event) => 'products' in event && event.products.includes(productId),
  );
  const isOver = last?.type === 'exchangeWithdrawn' || last?.type === 'exchangeExpired';
  return isOver ? undefined : findLineEvent(order, 'exchangeAsked', productId)?.to;
}

/** Returns by how many rupees the other piece of a line's exchange is dearer. */
export const differenceOf = (order: Order, { _id, price, qty }: Line): number =>
  ((exchangeOf(order, _id)?.price ?? price) - price) * qty;

/** Returns the price of the piece that the shopper has, for the whole line. */
export const priceNow = (order: Order, line: Line): number =>
  line.price * line.qty +
  (findLineEvent(order, 'exchanged', line._id) ? differenceOf(order, line) : 0);

/** Returns the rupees that an event gives back for a line. */
const givenBack = (order: Order, { type }: Event, line: Line): number =>
  type === 'exchanged' ? Math.max(0, -differenceOf(order, line)) : priceNow(order, line);

/** Whether the operator has to pay what an event gives back, because it was paid in cash. */
function isByHand(order: Order, event: Event, lines: readonly Line[]): boolean {
  const isCash = order.cashOnDelivery !== undefined;
  switch (event.type) {
    case 'returnAccepted':
    case 'refundGranted':
      return isCash || lines.some((line) => priceNow(order, line) > line.price * line.qty);
    case 'exchanged':
      return isCash && lines.some((line) => givenBack(order, event, line) > 0);
    default:
      return false;
  }
}

/** Returns the oldest refund that the operator has to pay: its lines, and what goes back for each. */
export function refundByHand(order: Order) {
  const paid = order.events.flatMap((event) => (event.type === 'refunded' ? event.cause : []));
  for (const [index, event] of order.events.entries()) {
    if (!('products' in event) || paid.includes(index)) continue;
    const lines = order.lines.filter(({ _id }) => event.products.includes(_id));
    if (isByHand(order, event, lines))
      return { lines, sumOf: (line: Line) => givenBack(order, event, line) };
  }
  return undefined;
}
