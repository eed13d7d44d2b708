const format = new Intl.NumberFormat('en-IN');

export const formatCount = (count: number): string => format.format(count);

export function countProducts(count: number): string {
  if (count === 0) return 'No products';
  return count === 1 ? '1 product' : `${formatCount(count)} products`;
}
