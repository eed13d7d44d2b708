import type { Product } from './product.ts';

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});

/** Whole rupees as a shopper reads them: ₹2,719. */
export const formatRupees = (amount: number): string => rupees.format(amount);

/** Whole rupees in the minor unit that payment providers charge in. */
export const toPaise = (amount: number): number => amount * 100;

/**
 * Percent off by the specification's formula: 100 minus the rounded share of the original price. Zero or below
 * means no discount; an original price that is not above zero has no share, and gives 0.
 */
const percentOff = (price: number, originalPrice: number): number =>
  originalPrice > 0 ? 100 - Math.round((price / originalPrice) * 100) : 0;

/** Whether the percent and the struck-through original price are shown at all. */
const hasDiscount = (product: { price: number; originalPrice: number }): boolean =>
  percentOff(product.price, product.originalPrice) > 0;

/** A product's price as a shopper reads it. `reduction` is undefined where there is none. */
export function priceTexts(product: Pick<Product, 'price' | 'originalPrice'>) {
  const { price, originalPrice } = product;
  return {
    now: formatRupees(price),
    reduction: hasDiscount(product)
      ? { was: formatRupees(originalPrice), off: `${percentOff(price, originalPrice)}% OFF` }
      : undefined,
  };
}
