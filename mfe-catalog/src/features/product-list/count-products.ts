import type { ProductList } from '../../state/product-list.ts';

const format = new Intl.NumberFormat('en-IN');

export const formatCount = (count: number): string => format.format(count);

type Count = Pick<ProductList, 'count' | 'isCounted'>;

/** '1,130', or 'more than 500' of a list that is too long to be counted. */
export const formatLength = ({ count, isCounted }: Count): string =>
  isCounted ? formatCount(count) : `more than ${formatCount(count)}`;

export function countProducts(list: Count): string {
  if (list.count === 0) return 'no products';
  return list.isCounted && list.count === 1 ? '1 product' : `${formatLength(list)} products`;
}
