import { loadMoreProductsAtom, type ProductList } from '@patchwork/state';
import { useAtom, useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { ProductGrid } from '../../product/ProductGrid.tsx';
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
  const cards = useCards(products, count);
  const grid = useRef<HTMLDivElement>(null);
  const focusAt = useRef(Infinity);

  // The focus goes to the first of the products that were asked for, once they are there.
  useEffect(() => {
    if (count <= focusAt.current) {
      focusAt.current = Infinity;
      return;
    }
    const card = grid.current?.querySelectorAll('article')[focusAt.current];
    if (!card) return;
    card.querySelector('a')?.focus({ preventScroll: true });
    focusAt.current = Infinity;
  });

  function grow() {
    if (products.length < count) return loadMore();
    focusAt.current = count;
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
