import type { Product } from '@patchwork/domain';
import { Button } from '@patchwork/ui';
import { useAtom } from 'jotai';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { ProductGrid } from '../../product/ProductGrid.tsx';
import { formatCount } from './count-products.ts';
import styles from './ProductPortions.module.css';
import { shownCountAtom } from './shown-count.ts';
import { useCards } from './useCards.ts';

interface ProductPortionsProps {
  products: readonly Product[];
}

/** The first products of the list, and the rest on demand. */
export function ProductPortions({ products }: ProductPortionsProps) {
  const [count, showMore] = useAtom(shownCountAtom);
  const list = useRef<HTMLDivElement>(null);
  const cards = useCards(products, count);

  // The focus goes to the first of the new products.
  function grow() {
    flushSync(showMore);
    const articles = list.current?.querySelectorAll('article');
    articles?.[count]?.querySelector('a')?.focus({ preventScroll: true });
  }
  return (
    <div ref={list}>
      <ProductGrid products={cards} />
      {products.length > count && (
        <div className={styles.more}>
          <p>
            {formatCount(count)} of {formatCount(products.length)} shown
          </p>
          <Button variant="quiet" onClick={grow}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
