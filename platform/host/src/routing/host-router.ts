import type { Guard } from '../boot/host.ts';
import type { Remotes } from '../browser.ts';
import { reproductionHash } from '../devtools/page.ts';
import {
  type ActiveRemotes,
  NAMED_PAGE,
  newPathOf,
  pathOfPage,
  type RouteMatch,
} from '../index.ts';
import { createElsewhere } from './elsewhere.ts';
import { type LoadedPage, PageError, RemotePage } from './RemotePage.tsx';
import { createRedirects, type Redirects } from './redirects.ts';
import { createBrowserRouter, type RouteObject } from './router.ts';
import type { Screens } from './screens.ts';
import { giveEntriesKeys } from './scroll.ts';

/** Returns the page that this visitor is redirected to; undefined if they have access. */
type RedirectFor = (access: Parameters<Guard>[0]) => string | undefined;

/**
 * Creates the router's route for one that a remote declares. Its loader runs the guard, then loads the remote's module.
 * The current page stays until the next one is loaded. If loading fails, the route's error screen offers 'Try again',
 * which runs the loader again.
 */
export function createPageRoute(
  { remote, route }: RouteMatch,
  { active, loader }: Remotes,
  redirectFor: RedirectFor,
  redirects: Redirects,
  openElsewhere?: ReturnType<typeof createElsewhere>,
): RouteObject {
  return {
    id: route.page,
    path: route.path,
    Component: RemotePage,
    ErrorBoundary: PageError,
    // A change of the query alone (filters, search) needs neither guard nor module.
    shouldRevalidate: ({ currentUrl, nextUrl, defaultShouldRevalidate }) =>
      currentUrl.search === nextUrl.search && defaultShouldRevalidate,
    async loader({ request }): Promise<LoadedPage | Response> {
      const page = redirectFor(route.access);
      // A redirect must keep the hash, which may hold a reproduction link.
      if (page) return redirects.to(pathOfPage(active.remotes, page) + reproductionHash());
      await openElsewhere?.(route.page, request.url);
      return { ...(await loader.load(remote, route)), page: route.page };
    },
  };
}

export type HostRouter = ReturnType<typeof createBrowserRouter>;

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
export function createHostRouter(
  remotes: Remotes,
  redirectFor: RedirectFor,
  { Frame, ErrorScreen, NotFound, UnreadPage }: Screens,
  isIncomplete: boolean,
): HostRouter {
  const redirects = createRedirects();
  const openElsewhere = createElsewhere();
  const pages = remotes.active.remotes.flatMap((remote) =>
    remote.routes.map((route) =>
      createPageRoute({ remote, route }, remotes, redirectFor, redirects, openElsewhere),
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
