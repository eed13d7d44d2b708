import { COUNTED_PRODUCTS_LIMIT, searchTextOf } from '@patchwork/shop/domain';
import { useAtomValue } from 'jotai';
import { type ProductList, productListAtom } from '../../state/product-list.ts';
import * as t from '../../texts/list.ts';
import styles from './ProductListPage.module.css';

const format = new Intl.NumberFormat(t.locale);

export const formatCount = (count: number): string => format.format(count);

type Count = Pick<ProductList, 'count' | 'isCounted'>;

/** Formats a count: '1,130', or 'more than 100' for a list that is too long to count. */
export function formatLength({ count, isCounted }: Count): string {
  const length = formatCount(count);
  return isCounted ? length : t.moreThan({ length });
}

/** Formats a number of products that was counted up to COUNTED_PRODUCTS_LIMIT. */
export const formatListed = (listed: number): string =>
  formatLength({
    count: Math.min(listed, COUNTED_PRODUCTS_LIMIT),
    isCounted: listed <= COUNTED_PRODUCTS_LIMIT,
  });

/** Label of the button that shows the list. */
export function showProducts({ count, isCounted }: Count): string {
  const length = formatCount(count);
  return isCounted ? t.showProducts({ count, length }) : t.showManyProducts({ length });
}

function countProducts({ count, isCounted }: Count): string {
  const length = formatCount(count);
  if (count === 0) return t.noProducts;
  return isCounted ? t.products({ count, length }) : t.manyProducts({ length });
}

interface ProductCountProps {
  /** Whether only screen readers get the number. */
  hidden?: boolean;
}

/** Says what is listed instead of a search that no title has. The words may be the same, in another order. */
const describeCorrection = (search: string, corrected: string): string =>
  searchTextOf(search) === corrected
    ? t.noPhrase({ search: search.trim() })
    : t.corrected({ search: search.trim(), corrected });

/** Number of listed products, and the correction of the search. Screen readers announce them when they change. */
export function ProductCount({ hidden = false }: ProductCountProps) {
  const list = useAtomValue(productListAtom);
  const { status, corrected, filters } = list;
  const count = status === 'loaded' && countProducts(list);
  return (
    <div role="status" className={hidden ? 'visually-hidden' : styles.count}>
      {count && corrected && (
        <p className={styles.correction}>{describeCorrection(filters.search, corrected)}</p>
      )}
      <p>{count}</p>
    </div>
  );
}
