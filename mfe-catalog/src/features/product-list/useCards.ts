import { PAGE_SIZE, type Product } from '@patchwork/domain';
import { useDeferredValue } from 'react';

/** Three rows of four: more than most screens show of the list. */
const FIRST_CARDS = 12;

/** More of the same list has been loaded. */
const hasGrown = (before: readonly Product[], after: readonly Product[]): boolean =>
  before.length >= PAGE_SIZE && before.every((product, index) => product === after[index]);

interface Cards {
  readonly products: readonly Product[];
  /** From this index on they are still those of the earlier list. */
  readonly outdatedFrom: number;
}

/**
 * The products to render, at most `count`. Of another list the first ones are rendered at once, the
 * others right after they are painted. Until then the earlier list's others stay: the page must not
 * become shorter for a moment.
 */
export function useCards(products: readonly Product[], count: number): Cards {
  const before = useDeferredValue(products);
  const isSameList = before === products || hasGrown(before, products);
  if (isSameList || products.length <= FIRST_CARDS)
    return { products: products.slice(0, count), outdatedFrom: count };
  const first = products.slice(0, FIRST_CARDS);
  const shown = new Set(first.map(({ id }) => id));
  const earlier = before.slice(0, count);
  const behindFirst = earlier.findLastIndex(({ id }) => shown.has(id)) + 1;
  const start = Math.max(FIRST_CARDS, behindFirst);
  // React moves each card that was in front of one that comes before it now, and the browser lays it out
  // again: those go to the end, out of sight. Of a click on 10,000 products it saves a fifth of the time.
  const others = [...earlier.slice(start), ...earlier.slice(FIRST_CARDS, start)].filter(
    ({ id }) => !shown.has(id),
  );
  return { products: [...first, ...others], outdatedFrom: FIRST_CARDS };
}
