import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { ProductList } from '../../state/product-list.ts';
import { queryOf } from './query-of.ts';

/**
 * The ref of the list's element. A list of other filters begins at its top, where the page is scrolled back
 * to; the filters beside it stay where they were pressed.
 */
export function useListTop(list: ProductList): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const query = queryOf(list);
  const seen = useRef(query);
  useLayoutEffect(() => {
    if (seen.current === query) return;
    seen.current = query;
    const { top = 0 } = element.current?.getBoundingClientRect() ?? {};
    if (top < 0) element.current?.scrollIntoView({ behavior: 'instant' });
  }, [query]);
  return element;
}
