import { useLocation } from '@patchwork/shop';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Whether the shopper is typing: the header's search opens the list while they type. */
const isTyping = () => document.activeElement instanceof HTMLInputElement;

/**
 * Moves the focus after a navigation: to the new page's heading, or to <main> while the page has none. A heading
 * that is rendered later takes the focus from there (see PageHeading in packages/ui). The focus stays after a
 * change of the query alone, and on the first page, where the browser sets it. It moves before the page is
 * painted: later, that would undo a Tab that was pressed in between.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isTyping()) return;
    const target = main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname, main]);
}
