import type { Product } from '@patchwork/shop/domain';
import { useDeferredValue } from 'react';
import type { ProductList } from '../../state/product-list.ts';
import { queryOf } from './query-of.ts';

/** Three rows of four: more than most screens show of the list. */
const FIRST_CARDS = 12;

interface Cards {
  readonly products: readonly Product[];
  /** From this index on they are still those of the earlier list. */
  readonly outdatedFrom: number;
}

/**
 * The products to render, at most `count`. Of other filters the first ones are rendered at once, the
 * others right after they are painted. Until then the earlier list's others stay: the page must not
 * become shorter for a moment.
 */
export function useCards(list: ProductList, count: number): Cards {
  const before = useDeferredValue(list);
  const { products } = list;
  if (products.length <= FIRST_CARDS || queryOf(before) === queryOf(list))
    return { products: products.slice(0, count), outdatedFrom: count };
  const first = products.slice(0, FIRST_CARDS);
  const shown = new Set(first.map(({ id }) => id));
  const others = before.products.slice(FIRST_CARDS, count).filter(({ id }) => !shown.has(id));
  return { products: [...first, ...others], outdatedFrom: FIRST_CARDS };
}
