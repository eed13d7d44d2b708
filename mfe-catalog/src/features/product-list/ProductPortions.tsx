import { isFocusLost } from '@patchwork/shop/ui';
import { useAtom, useSetAtom } from 'jotai';
import { useLayoutEffect, useRef } from 'react';
import { ProductGrid } from '../../product/ProductGrid.tsx';
import { loadMoreProductsAtom, type ProductList } from '../../state/product-list.ts';
import { MoreProducts } from './MoreProducts.tsx';
import { shownCountAtom } from './shown-count.ts';
import { useCards } from './useCards.ts';

interface ProductPortionsProps {
  list: ProductList;
}

/** The first products of the list, and the rest on demand. */
export function ProductPortions({ list }: ProductPortionsProps) {
  const { products, more } = list;
  const [count, showMore] = useAtom(shownCountAtom);
  const loadMore = useSetAtom(loadMoreProductsAtom);
  const cards = useCards(list, count);
  const grid = useRef<HTMLDivElement>(null);
  /** The position of the first product that was asked for, and what was pressed for it. */
  const asked = useRef<{ readonly at: number; readonly pressed: Element | null }>(null);

  // The focus goes to that product once it is there, unless the shopper has gone on since.
  useLayoutEffect(() => {
    if (!asked.current) return;
    const { at, pressed } = asked.current;
    const card = grid.current?.querySelectorAll('article')[at];
    if (count > at && !card) return;
    asked.current = null;
    const isUnmoved = isFocusLost() || document.activeElement === pressed;
    if (isUnmoved) card?.querySelector('a')?.focus({ preventScroll: true });
  });

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
