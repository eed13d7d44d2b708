import { useLocation } from '@patchwork/shop';
import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Returns whether the shopper is typing: the header's search opens the list while they go on. */
const isTyping = () => document.activeElement instanceof HTMLInputElement;

/**
 * After a navigation, moves the focus to the new page's heading, or to <main> while the page has none:
 * a heading that is rendered later takes the focus from there (see PageHeading in packages/ui). Not
 * after a change of the query alone, and not on the first page, where the browser sets the focus.
 * It happens before the page is painted: later it would take back a Tab that was pressed in between.
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
