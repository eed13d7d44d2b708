import { useLocation } from '@patchwork/router';
import { type RefObject, useEffect, useRef } from 'react';

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
    const target = main.current?.querySelector<HTMLElement>('h1') ?? main.current;
    target?.focus({ preventScroll: true });
  }, [pathname, main]);
}
