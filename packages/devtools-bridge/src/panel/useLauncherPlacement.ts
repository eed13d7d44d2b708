import { useEffect, useState } from 'react';

/**
 * `docked`: at the screen's edge, beside the page's content. `hidden`: while the page is scrolled.
 * `free`: at the page's end, where the page leaves room for the whole button.
 */
export type LauncherPlacement = 'docked' | 'hidden' | 'free';

/** Without another scroll event for so long, the page has stopped. */
const SCROLL_PAUSE_MS = 250;

function placementAtRest(): LauncherPlacement {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement;
  // Browsers round fractions of a pixel in different ways.
  return scrollTop + clientHeight >= scrollHeight - 2 ? 'free' : 'docked';
}

export function useLauncherPlacement(): LauncherPlacement {
  const [placement, setPlacement] = useState<LauncherPlacement>('docked');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const rest = () => setPlacement(placementAtRest());
    const hideWhileScrolling = () => {
      setPlacement('hidden');
      clearTimeout(timer);
      timer = setTimeout(rest, SCROLL_PAUSE_MS);
    };
    // The page gets longer as it loads, and shorter by a filter.
    const resizes = new ResizeObserver(rest);
    resizes.observe(document.body);
    window.addEventListener('scroll', hideWhileScrolling, { passive: true });
    return () => {
      clearTimeout(timer);
      resizes.disconnect();
      window.removeEventListener('scroll', hideWhileScrolling);
    };
  }, []);
  return placement;
}
