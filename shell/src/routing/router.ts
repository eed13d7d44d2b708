import type { Remotes } from '@patchwork/federation/browser';
import { createBrowserRouter } from '@patchwork/router';
import { ErrorScreen } from '../app/ErrorScreen.tsx';
import { Frame } from '../app/Frame.tsx';
import { NotFound } from '../app/NotFound.tsx';
import { createPageRoute } from './page-route.ts';
import { giveEntriesKeys } from './scroll.ts';

export type ShopRouter = ReturnType<typeof createBrowserRouter>;

/** All pages are inside the frame: those that the remotes declare, and one for all other paths. */
export function createShopRouter(remotes: Remotes, isLoggedIn: () => boolean): ShopRouter {
  const pages = remotes.active.remotes.flatMap((remote) =>
    remote.routes.map((route) => createPageRoute({ remote, route }, remotes, isLoggedIn)),
  );
  giveEntriesKeys();
  return createBrowserRouter([
    {
      Component: Frame,
      HydrateFallback: Frame,
      ErrorBoundary: ErrorScreen,
      children: [
        { ErrorBoundary: ErrorScreen, children: [...pages, { path: '*', Component: NotFound }] },
      ],
    },
  ]);
}
