import { LoadError } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { trendingAtom } from '../state/products.ts';
import * as t from '../texts/card.ts';
import styles from './Bestsellers.module.css';
import { ProductCard } from './ProductCard.tsx';
import row from './ProductRow.module.css';

const expected = ['first', 'second', 'third', 'fourth'];

interface BestsellersProps {
  /** Maximum number of products in stock to show. By default, all trending products are shown, in a row. */
  limit?: number;
}

/** The trending products; nothing if the shop has none. */
export function Bestsellers({ limit }: BestsellersProps) {
  const { data, isError, refetch } = useAtomValue(trendingAtom);
  const products = limit ? data?.filter(({ inStock }) => inStock).slice(0, limit) : data;
  if (products?.length === 0) return null;
  return (
    // Not useId, which would differ in HTML that a server has rendered separately.
    <section aria-labelledby="bestsellers">
      <h2 className={styles.heading} id="bestsellers">
        {t.bestsellers}
      </h2>
      {isError && (
        <LoadError
          message={products ? t.bestsellersNotUpdated : t.bestsellersNotLoaded}
          onRetry={() => refetch()}
        />
      )}
      {(products || !isError) && (
        <ul className={limit ? styles.few : `${row.row} ${styles.row}`} aria-busy={!products}>
          {products
            ? products.map((product) => (
                <li key={product.id}>
                  <ProductCard product={product} level={3} />
                </li>
              ))
            : expected.slice(0, limit).map((key) => <li key={key} className={styles.space} />)}
        </ul>
      )}
    </section>
  );
}
