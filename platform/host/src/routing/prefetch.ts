import type { Remotes } from '../browser.ts';
import { savesData } from '../dom/saves-data.ts';
import { whenIdle } from '../dom/when-idle.ts';
import { type DeclaredRoute, matchRoute } from '../index.ts';

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/**
 * Creates a prefetcher, which loads the modules of linked pages in advance: at once for a hovered or focused link, in
 * idle time for links within the page's own remote. Other remotes are not loaded in idle time: their entry costs 8 kB,
 * which most visits don't need. Pages that are closed to this visitor are left out. Failures are ignored, because the
 * navigation tries again.
 */
export function createPrefetcher(
  { active, loader }: Remotes,
  isClosed: (access: DeclaredRoute['access']) => boolean,
  completeRegistry: () => Promise<unknown>,
) {
  /** Prefetches a link's page; with `within`, only if it belongs to that remote. */
  function prefetch(link: HTMLAnchorElement | null, within?: string): void {
    if (link?.origin !== location.origin || !navigator.onLine) return;
    const match = matchRoute(active.remotes, link.pathname);
    if (!match || isClosed(match.route.access)) return;
    if (within !== undefined && match.remote.id !== within) return;
    if (loader.isDown(match.remote)) return;
    void loader.prefetch(match.remote, match.route);
  }

  /** Prefetches links within the page's remote after the load event: earlier requests would delay its pictures. */
  function pageShown(): void {
    if (document.readyState !== 'complete') {
      window.addEventListener('load', pageShown, { once: true });
      return;
    }
    const page = matchRoute(active.remotes, location.pathname);
    whenIdle(() => {
      // The complete registry lists the files of every page. It is a few kB, so it is loaded even for visitors who save
      // data.
      void completeRegistry().catch(() => undefined);
      if (!page || savesData()) return;
      for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href]')) {
        prefetch(link, page.remote.id);
      }
    });
  }

  return {
    start(): void {
      document.addEventListener('pointerover', ({ target }) => prefetch(linkOf(target)));
      document.addEventListener('focusin', ({ target }) => prefetch(linkOf(target)));
    },
    /** Prefetches links within the page's remote. Call it after each navigation. */
    pageShown,
  };
}
