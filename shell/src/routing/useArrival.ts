import { useLocation } from '@patchwork/router';
import { type RefObject, useEffect, useRef } from 'react';

/** Whoever types in the header's search goes to the list, and wants to go on typing. */
const isTyping = () => document.activeElement instanceof HTMLInputElement;

/**
 * After a navigation the focus goes to the new page's heading, or to <main> while the page has
 * none yet: a heading that arrives later takes it from there (see PageHeading in packages/ui).
 * Changing the query alone is no arrival; neither is the first page, where the browser decides.
 */
export function useArrival(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);

  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (isTyping()) return;
    const target = main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname, main]);
}
