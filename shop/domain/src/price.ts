import type { Product } from './product.ts';
import * as t from './texts/domain.ts';

const rupees = new Intl.NumberFormat(t.locale, {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});

/** Formats whole rupees: ₹2,719. */
export const formatRupees = (amount: number): string => rupees.format(amount);

/** Converts whole rupees to paise, the unit of payment providers. */
export const toPaise = (amount: number): number => amount * 100;

/**
 * Returns the discount in percent, by the specification's formula: 100 minus the price as a rounded percentage of the
 * original one. Zero or below means no discount. Returns 0 if the original price is not above zero.
 */
const percentOff = (price: number, originalPrice: number): number =>
  originalPrice > 0 ? 100 - Math.round((price / originalPrice) * 100) : 0;

/** Whether to show the discount and the struck-through original price. */
const hasDiscount = (product: { price: number; originalPrice: number }): boolean =>
  percentOff(product.price, product.originalPrice) > 0;

/** Returns a product's price, formatted. `reduction` is undefined without a discount. */
export function priceTexts(product: Pick<Product, 'price' | 'originalPrice'>) {
  const { price, originalPrice } = product;
  return {
    now: formatRupees(price),
    reduction: hasDiscount(product)
      ? {
          was: formatRupees(originalPrice),
          off: t.off({ percent: percentOff(price, originalPrice) }),
        }
      : undefined,
  };
}
