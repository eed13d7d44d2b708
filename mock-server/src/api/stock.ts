import { exchangedLine, isInExchange } from '@patchwork/domain';
import type { MockTables, ProductRow } from '../data/rows.ts';
import { decodeOrder, isOpen } from './stored-orders.ts';

/** Adds pieces to the stock, or removes them. Skips products whose pieces are not counted. */
export function moveStock(
  products: readonly ProductRow[],
  moves: readonly (readonly [productId: string, pieces: number])[],
): readonly ProductRow[] {
  const pieces = new Map<string, number>();
  for (const [id, count] of moves) pieces.set(id, (pieces.get(id) ?? 0) + count);
  const isMoved = ({ _id, stock }: ProductRow) => stock !== undefined && pieces.has(_id);
  if (!products.some(isMoved)) return products;
  return products.map((row) => {
    if (!isMoved(row)) return row;
    const stock = Math.max(0, (row.stock ?? 0) + (pieces.get(row._id) ?? 0));
    return { ...row, stock, in_stock: stock > 0 };
  });
}

/** Returns how many pieces of each product are reserved by open checkouts and exchanges. */
export function heldPieces({ users }: MockTables, now: Date): Map<string, number> {
  const held = new Map<string, number>();
  const hold = (id: string, qty: number) => held.set(id, (held.get(id) ?? 0) + qty);
  const open = users.flatMap(({ checkouts }) => checkouts.filter((row) => isOpen(row, now)));
  for (const { _id, qty } of open.flatMap(({ checkout }) => checkout.lines)) hold(_id, Number(qty));
  for (const row of users.flatMap(({ orders }) => orders)) {
    const order = decodeOrder(row);
    for (const line of order.lines) {
      const { product, quantity } = exchangedLine(order, line);
      if (isInExchange(order, line.product.id)) hold(product.id, quantity);
    }
  }
  return held;
}

/** Returns how many pieces of a product are neither sold nor reserved; any number if they are not counted. */
export const freePieces = (
  { _id, stock, in_stock }: ProductRow,
  held: ReadonlyMap<string, number>,
): number =>
  stock === undefined ? (in_stock ? Number.POSITIVE_INFINITY : 0) : stock - (held.get(_id) ?? 0);
