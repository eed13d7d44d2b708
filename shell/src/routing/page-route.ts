import { reproductionHash } from '@patchwork/devtools-bridge';
import { redirectFor } from '@patchwork/domain';
import { pathOfPage, type RouteMatch } from '@patchwork/federation';
import type { Remotes } from '@patchwork/federation/browser';
import type { RouteObject } from '@patchwork/router';
import { PageError } from './PageError.tsx';
import { type LoadedPage, RemotePage } from './RemotePage.tsx';
import type { Redirects } from './redirects.ts';

/**
 * The router's route for a declared one: first the guard, then the remote's module. The current page
 * stays until the next one is loaded. A failure shows the route's own error screen, whose 'Try again'
 * runs this loader again.
 */
export function createPageRoute(
  { remote, route }: RouteMatch,
  { active, loader }: Remotes,
  isLoggedIn: () => boolean,
  redirects: Redirects,
): RouteObject {
  return {
    id: route.page,
    path: route.path,
    Component: RemotePage,
    ErrorBoundary: PageError,
    // A change of the query alone (filters, search) needs no guard and no module.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      currentUrl.search === nextUrl.search && defaultShouldRevalidate,
    async loader(): Promise<LoadedPage | Response> {
      const page = redirectFor(route.access, isLoggedIn());
      // A reproduction link is in the hash, which a redirect must not drop.
      if (page) return redirects.to(pathOfPage(active.remotes, page) + reproductionHash());
      return { ...(await loader.load(remote, route)), page: route.page };
    },
  };
}
