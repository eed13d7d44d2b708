import { matchRoute } from '@patchwork/federation';
import { createBrowserRouter } from '@patchwork/router';
import { ErrorScreen } from '../app/ErrorScreen.tsx';
import { Frame } from '../app/Frame.tsx';
import { NotFound } from '../app/NotFound.tsx';
import type { Remotes } from '../remotes/remotes.tsx';
import { createPageRoute } from './page-route.ts';

export type ShopRouter = ReturnType<typeof createBrowserRouter>;

/** Every page lies inside the frame; a remote's pages are patched in when a path first needs them. */
export function createShopRouter(remotes: Remotes, isLoggedIn: () => boolean): ShopRouter {
  const patched = new Set<string>();
  return createBrowserRouter(
    [
      {
        Component: Frame,
        HydrateFallback: Frame,
        children: [
          {
            id: 'pages',
            ErrorBoundary: ErrorScreen,
            children: [{ path: '*', Component: NotFound }],
          },
        ],
      },
    ],
    {
      patchRoutesOnNavigation({ path, patch }) {
        const match = matchRoute(remotes.registry.remotes, path);
        if (!match || patched.has(match.route.path)) return;
        patched.add(match.route.path);
        patch('pages', [createPageRoute(match, remotes.loader, isLoggedIn)]);
      },
    },
  );
}
