import type { Product } from './product.ts';

const rupees = new Intl.NumberFormat('en-IN', {
  style: 'currency',
  currency: 'INR',
  maximumFractionDigits: 0,
});

/** Formats whole rupees as a shopper reads them: ₹2,719. */
export const formatRupees = (amount: number): string => rupees.format(amount);

/** Converts whole rupees to the minor unit that payment providers charge in. */
export const toPaise = (amount: number): number => amount * 100;

/**
 * Returns the percent off by the specification's formula: 100 minus the rounded share of the original price. Zero
 * or below means no discount. An original price that is not above zero gives 0.
 */
const percentOff = (price: number, originalPrice: number): number =>
  originalPrice > 0 ? 100 - Math.round((price / originalPrice) * 100) : 0;

/** Whether the percent and the struck-through original price are shown at all. */
const hasDiscount = (product: { price: number; originalPrice: number }): boolean =>
  percentOff(product.price, product.originalPrice) > 0;

/** Returns a product's price as a shopper reads it. `reduction` is undefined if there is none. */
export function priceTexts(product: Pick<Product, 'price' | 'originalPrice'>) {
  const { price, originalPrice } = product;
  return {
    now: formatRupees(price),
    reduction: hasDiscount(product)
      ? { was: formatRupees(originalPrice), off: `${percentOff(price, originalPrice)}% OFF` }
      : undefined,
  };
}
