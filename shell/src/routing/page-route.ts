import { reproductionHash } from '@patchwork/devtools-bridge';
import { pathOfPage, type RouteMatch } from '@patchwork/federation';
import type { Remotes } from '@patchwork/federation/browser';
import { type RouteObject, redirect } from '@patchwork/router';
import { ErrorScreen } from '../app/ErrorScreen.tsx';
import { redirectFor } from './access.ts';
import { type LoadedPage, RemotePage } from './RemotePage.tsx';

/**
 * A declared route as the router knows it: first the guard, then the remote's module. The page on
 * screen stays until the next one is there; a failure lands in the route's own error screen, whose
 * 'Try again' runs this loader anew.
 */
export function createPageRoute(
  { remote, route }: RouteMatch,
  { active: registry, loader }: Remotes,
  isLoggedIn: () => boolean,
): RouteObject {
  return {
    id: route.page,
    path: route.path,
    Component: RemotePage,
    ErrorBoundary: ErrorScreen,
    // A change of the query alone (filters, search) keeps the module; anything else asks the guard.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      currentUrl.search === nextUrl.search && defaultShouldRevalidate,
    async loader(): Promise<LoadedPage | Response> {
      const elsewhere = redirectFor(route.access, isLoggedIn());
      // A reproduction link waits in the hash for its reader, wherever the guard sends the visit.
      if (elsewhere) return redirect(pathOfPage(registry.remotes, elsewhere) + reproductionHash());
      return { ...(await loader.load(remote, route)), page: route.page };
    },
  };
}
