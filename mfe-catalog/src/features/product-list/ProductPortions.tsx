import type { Product } from '@patchwork/shop/domain';
import { Button, isFocusLost } from '@patchwork/shop/ui';
import { useAtom, useSetAtom } from 'jotai';
import { useDeferredValue, useEffect, useLayoutEffect, useRef } from 'react';
import { ProductGrid } from '../../product/ProductGrid.tsx';
import {
  loadMoreProductsAtom,
  type ProductList,
  queryOf,
  shownCountAtom,
} from '../../state/product-list.ts';
import * as t from '../../texts/list.ts';
import { formatCount, formatLength } from './ProductCount.tsx';
import styles from './ProductListPage.module.css';

/**
 * Returns how many cards are rendered first: as many as the screen shows. At the top of the list, the ninth card begins
 * at least 930 pixels below the top of the screen.
 */
const firstCards = (): number => (window.innerHeight > 900 ? 12 : 8);

interface Cards {
  readonly products: readonly Product[];
  /** Index of the first product that still belongs to the previous list; beyond the last product if none does. */
  readonly outdatedFrom: number;
}

/**
 * Returns at most `count` products to render. After a change of the filters, the first ones are rendered at once and
 * the others right after the next paint. Until then the rest of the previous list stays, so that the page doesn't
 * become shorter.
 */
export function useCards(list: ProductList, count: number): Cards {
  const before = useDeferredValue(list);
  const { products } = list;
  const whole = { products: products.slice(0, count), outdatedFrom: count };
  if (queryOf(before) === queryOf(list)) return whole;
  const outdatedFrom = firstCards();
  if (products.length <= outdatedFrom) return whole;
  const first = products.slice(0, outdatedFrom);
  const shown = new Set(first.map(({ id }) => id));
  const others = before.products.slice(outdatedFrom, count).filter(({ id }) => !shown.has(id));
  return { products: [...first, ...others], outdatedFrom };
}

interface MoreProductsProps {
  list: ProductList;
  shown: number;
  onShow: () => void;
}

function MoreProducts({ list, shown, onShow }: MoreProductsProps) {
  const { products, more } = list;
  const block = useRef<HTMLDivElement>(null);
  const loadMore = useSetAtom(loadMoreProductsAtom);
  const needsPage = more === 'waiting' && products.length === shown;

  // Loads the next page when the shopper scrolls near it, so that 'Show more' responds at once.
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
      <p>{t.shownOf({ shown: formatCount(shown), length: formatLength(list) })}</p>
      {more === 'failed' && <p role="alert">{t.moreNotLoaded}</p>}
      {isCapped ? (
        <p>{t.rest}</p>
      ) : (
        <Button variant="quiet" aria-busy={more === 'loading'} onClick={onShow}>
          {more === 'failed' ? t.tryAgain : t.showMore}
        </Button>
      )}
    </div>
  );
}

interface ProductPortionsProps {
  list: ProductList;
}

export function ProductPortions({ list }: ProductPortionsProps) {
  const { products, more } = list;
  const [count, showMore] = useAtom(shownCountAtom);
  const loadMore = useSetAtom(loadMoreProductsAtom);
  const cards = useCards(list, count);
  const rendered = cards.products.length;
  const grid = useRef<HTMLDivElement>(null);
  /** Request for more products: index of the first additional one, and the pressed button. */
  const asked = useRef<{ readonly at: number; readonly pressed: Element | null }>(null);

  // Focuses that product when it is there, unless the shopper has moved the focus meanwhile.
  useLayoutEffect(() => {
    if (!asked.current) return;
    const { at, pressed } = asked.current;
    if (count > at && rendered <= at) return;
    const card = grid.current?.querySelectorAll('article')[at];
    asked.current = null;
    const isUnmoved = isFocusLost() || document.activeElement === pressed;
    if (isUnmoved) card?.querySelector('a')?.focus({ preventScroll: true });
  }, [count, rendered]);

  function grow() {
    if (products.length < count) return loadMore();
    asked.current = { at: count, pressed: document.activeElement };
    showMore();
    if (products.length === count) loadMore();
  }

  const shown = Math.min(count, products.length);
  return (
    <>
      <div ref={grid}>
        <ProductGrid {...cards} />
      </div>
      {(shown < products.length || more !== 'end') && (
        <MoreProducts list={list} shown={shown} onShow={grow} />
      )}
    </>
  );
}
