import { Button } from '@patchwork/shop/ui';
import { useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { loadMoreProductsAtom, type ProductList } from '../../state/product-list.ts';
import { formatCount, formatLength } from './count-products.ts';
import styles from './MoreProducts.module.css';

interface MoreProductsProps {
  list: ProductList;
  shown: number;
  onShow: () => void;
}

/** How many products are shown, and the button that shows more. The next ones are loaded before it is pressed. */
export function MoreProducts({ list, shown, onShow }: MoreProductsProps) {
  const { products, more } = list;
  const block = useRef<HTMLDivElement>(null);
  const loadMore = useSetAtom(loadMoreProductsAtom);
  const needsPage = more === 'waiting' && products.length === shown;

  // As the shopper scrolls near: the press then need not wait.
  useEffect(() => {
    if (!needsPage || !block.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadMore(),
      { rootMargin: '100% 0px' },
    );
    observer.observe(block.current);
    return () => observer.disconnect();
  }, [needsPage, loadMore]);

  const isCapped = more === 'capped' && products.length === shown;
  return (
    <div className={styles.more} ref={block}>
      <p>
        {formatCount(shown)} of {formatLength(list)} shown
      </p>
      {more === 'failed' && <p role="alert">More products could not be loaded.</p>}
      {isCapped ? (
        <p>Filters and the search lead to the rest.</p>
      ) : (
        <Button variant="quiet" aria-busy={more === 'loading'} onClick={onShow}>
          {more === 'failed' ? 'Try again' : 'Show more'}
        </Button>
      )}
    </div>
  );
}
