import type { Product } from './product.ts';

export const isWished = (wishlist: readonly Product[], productId: string): boolean =>
  wishlist.some(({ id }) => id === productId);
