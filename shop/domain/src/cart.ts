import type { Product } from './product.ts';

/** A line of the cart. `quantity` is at least 1. */
export interface LineItem {
  readonly product: Product;
  readonly quantity: number;
}

export type QuantityChange = 'increment' | 'decrement';

type Lines = readonly LineItem[];

/** Returns the total of a line, in whole rupees. */
export const lineTotal = ({ product, quantity }: LineItem): number => product.price * quantity;

/** Returns the total of all lines, in whole rupees. */
export const cartTotal = (lines: Lines): number =>
  lines.reduce((total, line) => total + lineTotal(line), 0);

export const findLine = (lines: Lines, productId: string): LineItem | undefined =>
  lines.find(({ product }) => product.id === productId);

const MAX_CART_QUANTITY = 999;

/** Limits a quantity to 1–999, on the API server and in the page. Neither the mock nor the specification has limits. */
export const boundQuantity = (quantity: number): number =>
  Math.min(Math.max(quantity, 1), MAX_CART_QUANTITY);

/** Returns the quantity with one piece added or removed, within the limits. Removing a line is a separate call. */
export const stepQuantity = (quantity: number, change: QuantityChange): number =>
  boundQuantity(quantity + (change === 'increment' ? 1 : -1));

export const isWished = (wishlist: readonly Product[], productId: string): boolean =>
  wishlist.some(({ id }) => id === productId);
