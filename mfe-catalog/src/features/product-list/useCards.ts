import type { Product } from '@patchwork/domain';
import { useDeferredValue } from 'react';

/** Four rows of four: what a large screen shows of the list, and some more. */
const FIRST_CARDS = 16;

/**
 * The products to render, at most `count`. Of another list the first ones are rendered at once, the
 * others right after they are painted. Until then the earlier list's others stay: the page must not
 * become shorter for a moment.
 */
export function useCards(products: readonly Product[], count: number): readonly Product[] {
  const before = useDeferredValue(products);
  if (before === products || products.length <= FIRST_CARDS) return products.slice(0, count);
  const first = products.slice(0, FIRST_CARDS);
  const others = before.slice(FIRST_CARDS, count).filter((product) => !first.includes(product));
  return [...first, ...others];
}
