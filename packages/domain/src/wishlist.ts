import type { Product } from './product.ts';

export const isWished = (wishlist: readonly Product[], productId: string): boolean =>
  wishlist.some(({ id }) => id === productId);

/** The wishlist with this product: once, at its end unless it is there already. */
export const addWish = (wishlist: readonly Product[], product: Product): readonly Product[] =>
  isWished(wishlist, product.id) ? wishlist : [...wishlist, product];

export const removeWish = (wishlist: readonly Product[], productId: string): readonly Product[] =>
  wishlist.filter(({ id }) => id !== productId);
