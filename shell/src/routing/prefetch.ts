import { redirectFor } from '@patchwork/domain';
import { matchRoute } from '@patchwork/federation';
import type { Remotes } from '@patchwork/federation/browser';
import { whenIdle } from '@patchwork/ui';

const savesData = (): boolean =>
  'connection' in navigator && (navigator.connection as { saveData?: boolean }).saveData === true;

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null =>
  target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;

/**
 * Loads the modules of links before they are followed: at once for a link under the pointer or in focus, in idle
 * time for the links within the page's own remote. Another remote's entry would be 8 kB more, which most visits do
 * not need. A failure is not shown: the navigation will try again.
 */
export function createPrefetcher(
  { active, loader }: Remotes,
  isLoggedIn: () => boolean,
  completeRegistry: () => Promise<unknown>,
) {
  /** Prefetches the page of a link; with `within`, only a page of that remote. */
  function prefetch(link: HTMLAnchorElement | null, within?: string): void {
    if (link?.origin !== location.origin || !navigator.onLine) return;
    const match = matchRoute(active.remotes, link.pathname);
    if (!match || redirectFor(match.route.access, isLoggedIn())) return;
    if (within !== undefined && match.remote.id !== within) return;
    if (loader.isDown(match.remote)) return;
    void loader.prefetch(match.remote, match.route);
  }

  /** Prefetches the page's links after the page has loaded: a script requested earlier would delay its pictures. */
  function pageShown(): void {
    if (document.readyState !== 'complete') {
      window.addEventListener('load', pageShown, { once: true });
      return;
    }
    const page = matchRoute(active.remotes, location.pathname);
    whenIdle(() => {
      // The complete registry names the files of every page, in a few kB: loaded also for visitors who save data.
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
    /** Prefetches the page's links; called after each navigation. */
    pageShown,
  };
}
