/**
 * The product's formula: 100 minus the rounded share of the original price. Zero or below means no
 * discount; an original price that is not above zero has no share, and gives 0.
 */
export const percentOff = (price: number, originalPrice: number): number =>
  originalPrice > 0 ? 100 - Math.round((price / originalPrice) * 100) : 0;

/** Whether the percent and the struck-through original price are shown at all. */
export const hasDiscount = (product: { price: number; originalPrice: number }): boolean =>
  percentOff(product.price, product.originalPrice) > 0;
