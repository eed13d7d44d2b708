import { matchRoute } from '@patchwork/federation';
import type { Remotes } from '@patchwork/federation/browser';
import { whenIdle } from '@patchwork/ui';
import { redirectFor } from './access.ts';

const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/**
 * Fetches the modules behind links before they are followed: at once for a link that is pointed at
 * or focused, in idle time for the links on the page. A failure waits for the real navigation,
 * which tells the shopper.
 */
export function createPrefetcher({ active: registry, loader }: Remotes, isLoggedIn: () => boolean) {
  function prefetch(link: HTMLAnchorElement | null): void {
    if (link?.origin !== location.origin || !navigator.onLine) return;
    const match = matchRoute(registry.remotes, link.pathname);
    if (!match || redirectFor(match.route.access, isLoggedIn())) return;
    if (loader.isDown(match.remote)) return;
    void loader.prefetch(match.remote, match.route);
  }

  return {
    start(): void {
      document.addEventListener('pointerover', ({ target }) => prefetch(linkOf(target)));
      document.addEventListener('focusin', ({ target }) => prefetch(linkOf(target)));
    },
    /** For the links that the page on screen holds; called after each navigation. */
    pageShown(): void {
      if (savesData()) return;
      whenIdle(() => {
        for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) prefetch(link);
      });
    },
  };
}
