import { hasDiscount, percentOff } from './discount.ts';
import { formatRupees } from './money.ts';
import type { Product } from './product.ts';

/** What a product costs as a shopper reads it. `reduction` is undefined where there is none. */
export function priceTexts(product: Pick<Product, 'price' | 'originalPrice'>) {
  const { price, originalPrice } = product;
  return {
    now: formatRupees(price),
    reduction: hasDiscount(product)
      ? { was: formatRupees(originalPrice), off: `${percentOff(price, originalPrice)}% OFF` }
      : undefined,
  };
}
