import type { Product } from './product.ts';

/** One line of the cart. `quantity` is at least 1. */
export interface LineItem {
  readonly product: Product;
  readonly quantity: number;
}
