import { redirectFor } from '@patchwork/domain';
import {
  type ActiveRemotes,
  NAMED_PAGE,
  newPathOf,
  pathOfPage,
  type RouteMatch,
} from '@patchwork/host';
import type { Remotes } from '@patchwork/host/browser';
import { reproductionHash } from '@patchwork/host/devtools';
import { createBrowserRouter, type RouteObject } from '@patchwork/host/router';
import { ErrorScreen } from '../app/FailedPage.tsx';
import { Frame } from '../app/Frame.tsx';
import { NotFound, UnreadPage } from '../app/screens.tsx';
import { type LoadedPage, PageError, RemotePage } from './RemotePage.tsx';
import { createRedirects, type Redirects } from './redirects.ts';
import { giveEntriesKeys } from './scroll.ts';

/**
 * Creates the router's route for one that a remote declares. Its loader runs the guard, then loads the remote's module.
 * The current page stays until the next one is loaded. If loading fails, the route's error screen offers 'Try again',
 * which runs the loader again.
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
    // A change of the query alone (filters, search) needs neither guard nor module.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      currentUrl.search === nextUrl.search && defaultShouldRevalidate,
    async loader(): Promise<LoadedPage | Response> {
      const page = redirectFor(route.access, isLoggedIn());
      // A redirect must keep the hash, which may hold a reproduction link.
      if (page) return redirects.to(pathOfPage(active.remotes, page) + reproductionHash());
      return { ...(await loader.load(remote, route)), page: route.page };
    },
  };
}

export type ShopRouter = ReturnType<typeof createBrowserRouter>;

/** Redirects '/named-page/cart' to the path of the page `cart`, if it is known by now. */
const forwardToPath =
  ({ remotes }: ActiveRemotes, redirects: Redirects): NonNullable<RouteObject['loader']> =>
  ({ params: { page = '' }, request }) => {
    const parameters = Object.fromEntries(new URL(request.url).searchParams);
    const path = pathOfPage(remotes, page, parameters);
    return path.startsWith(NAMED_PAGE) ? null : redirects.to(path);
  };

/** Redirects a former address of a page to its path, and keeps the query. */
const forwardOldAddress =
  ({ remotes }: ActiveRemotes, redirects: Redirects): NonNullable<RouteObject['loader']> =>
  ({ params: { '*': rest = '' }, request }) => {
    const path = newPathOf(remotes, `/${rest}`);
    return path === undefined
      ? null
      : redirects.instead(path + new URL(request.url).search + reproductionHash());
  };

/**
 * Creates the router. All pages are inside the frame. A catch-all route says that there is no such page or, if a remote
 * was left out because its description is invalid, that the page may belong to that remote.
 */
export function createShopRouter(
  remotes: Remotes,
  isLoggedIn: () => boolean,
  isIncomplete: boolean,
): ShopRouter {
  const redirects = createRedirects();
  const pages = remotes.active.remotes.flatMap((remote) =>
    remote.routes.map((route) =>
      createPageRoute({ remote, route }, remotes, isLoggedIn, redirects),
    ),
  );
  const Component = isIncomplete ? UnreadPage : NotFound;
  const forward = forwardToPath(remotes.active, redirects);
  const named = { path: `${NAMED_PAGE}:page`, loader: forward, Component };
  const other = { path: '*', loader: forwardOldAddress(remotes.active, redirects), Component };
  giveEntriesKeys();
  const router = createBrowserRouter([
    {
      Component: Frame,
      HydrateFallback: Frame,
      ErrorBoundary: ErrorScreen,
      children: [{ ErrorBoundary: ErrorScreen, children: [...pages, named, other] }],
    },
  ]);
  router.subscribe(({ initialized, navigation }) => {
    if (initialized && navigation.state === 'idle') redirects.end();
  });
  return router;
}
