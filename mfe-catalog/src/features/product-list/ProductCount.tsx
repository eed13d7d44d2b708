import { COUNTED_PRODUCTS_LIMIT, searchTextOf } from '@patchwork/shop/domain';
import { useAtomValue } from 'jotai';
import { type ProductList, productListAtom } from '../../state/product-list.ts';
import styles from './ProductListPage.module.css';

const format = new Intl.NumberFormat('en-IN');

export const formatCount = (count: number): string => format.format(count);

type Count = Pick<ProductList, 'count' | 'isCounted'>;

/** Formats a count: '1,130', or 'more than 100' for a list that is too long to count. */
export const formatLength = ({ count, isCounted }: Count): string =>
  isCounted ? formatCount(count) : `more than ${formatCount(count)}`;

/** Formats a number of products that was counted up to COUNTED_PRODUCTS_LIMIT. */
export const formatListed = (listed: number): string =>
  formatLength({
    count: Math.min(listed, COUNTED_PRODUCTS_LIMIT),
    isCounted: listed <= COUNTED_PRODUCTS_LIMIT,
  });

export function countProducts(list: Count): string {
  if (list.count === 0) return 'no products';
  return list.isCounted && list.count === 1 ? '1 product' : `${formatLength(list)} products`;
}

interface ProductCountProps {
  /** Whether only screen readers get the number. */
  hidden?: boolean;
}

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Says what is listed instead of a search that no title has. The words may be the same, in another order. */
function describeCorrection(search: string, corrected: string): string {
  return searchTextOf(search) === corrected
    ? `No results for “${search.trim()}” as one phrase. Showing titles with all of its words`
    : `No results for “${search.trim()}”. Showing “${corrected}”`;
}

/** Number of listed products, and the correction of the search. Screen readers announce them when they change. */
export function ProductCount({ hidden = false }: ProductCountProps) {
  const list = useAtomValue(productListAtom);
  const { status, corrected, filters } = list;
  const count = status === 'loaded' && asSentence(countProducts(list));
  return (
    <div role="status" className={hidden ? 'visually-hidden' : styles.count}>
      {count && corrected && (
        <p className={styles.correction}>{describeCorrection(filters.search, corrected)}.</p>
      )}
      <p>{count}</p>
    </div>
  );
}
