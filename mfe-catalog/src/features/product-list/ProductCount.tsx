import { useAtomValue } from 'jotai';
import { type ProductList, productListAtom } from '../../state/product-list.ts';
import styles from './ProductListPage.module.css';

const format = new Intl.NumberFormat('en-IN');

export const formatCount = (count: number): string => format.format(count);

type Count = Pick<ProductList, 'count' | 'isCounted'>;

/** Formats a count: '1,130', or 'more than 100' for a list that is too long to count. */
export const formatLength = ({ count, isCounted }: Count): string =>
  isCounted ? formatCount(count) : `more than ${formatCount(count)}`;

export function countProducts(list: Count): string {
  if (list.count === 0) return 'no products';
  return list.isCounted && list.count === 1 ? '1 product' : `${formatLength(list)} products`;
}

interface ProductCountProps {
  /** Whether only screen readers get the number. */
  hidden?: boolean;
}

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Number of listed products, which screen readers announce when it changes. */
export function ProductCount({ hidden = false }: ProductCountProps) {
  const list = useAtomValue(productListAtom);
  return (
    <p role="status" className={hidden ? 'visually-hidden' : styles.count}>
      {list.status === 'loaded' && asSentence(countProducts(list))}
    </p>
  );
}
