import type { Product } from './product.ts';

/** A line of the cart. `quantity` is at least 1. */
export interface LineItem {
  readonly product: Product;
  readonly quantity: number;
}

export type QuantityChange = 'increment' | 'decrement';

type Lines = readonly LineItem[];

/** Whole rupees. */
export const lineTotal = ({ product, quantity }: LineItem): number => product.price * quantity;

/** Whole rupees. */
export const cartTotal = (lines: Lines): number =>
  lines.reduce((total, line) => total + lineTotal(line), 0);

export const findLine = (lines: Lines, productId: string): LineItem | undefined =>
  lines.find(({ product }) => product.id === productId);

/** Maximum number of pieces of a product in a cart. */
const MAX_CART_QUANTITY = 999;

/**
 * Keeps a line's quantity between 1 and 999, on the API server and in the page. The mock has no bounds, as the
 * specification says.
 */
export const boundQuantity = (quantity: number): number =>
  Math.min(Math.max(quantity, 1), MAX_CART_QUANTITY);

/** Adds or takes away one piece, within the bounds. A line is removed by a call of its own, not by counting to 0. */
export const stepQuantity = (quantity: number, change: QuantityChange): number =>
  boundQuantity(quantity + (change === 'increment' ? 1 : -1));

export const isWished = (wishlist: readonly Product[], productId: string): boolean =>
  wishlist.some(({ id }) => id === productId);
