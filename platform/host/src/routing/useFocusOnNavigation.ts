import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from './router.ts';

/** Whether the focus is in an input, where it stays: typing in the header's search navigates to the list. */
const isTyping = () => document.activeElement instanceof HTMLInputElement;

/** Whether the focus is on the link that was followed, in a page that is still there: on one of a product's sizes. */
const isChoosing = (main: HTMLElement | null) => {
  const { activeElement } = document;
  return main?.contains(activeElement) && activeElement?.matches('a[aria-current="true"]');
};

/**
 * Moves the focus after a navigation: to the new page's heading, or to <main> until there is one. The focus stays after a change of the query alone, on a link that is now the current one of several, and on the
 * first page, where the browser sets it. A layout effect, because a later move could undo the shopper's Tab key.
 */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useLayoutEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isTyping() || isChoosing(main.current)) return;
    const target = main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname, main]);
}
