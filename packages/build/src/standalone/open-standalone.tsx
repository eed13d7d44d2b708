import '@patchwork/ui/base.css';
import { createApi } from '@patchwork/api';
import { createPageLogs, type DevtoolsPanelProps } from '@patchwork/devtools-bridge';
import { type DeclaredRoute, pathOfPage } from '@patchwork/federation';
import { startMock } from '@patchwork/mock-server';
import { createBrowserRouter, RouterProvider } from '@patchwork/router';
import { createShopStore, followLocationAtom } from '@patchwork/state';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { Elsewhere } from './OtherRemotesPage.tsx';
import { PanelSwitch } from './PanelSwitch.tsx';
import { Bench } from './StandaloneFrame.tsx';
import { createLoneInspection, loneRegistry } from './standalone-inspection.ts';

/** What a stand-alone page reads of its remote.json. */
interface StandaloneRemote {
  readonly id: string;
  readonly routes: readonly Pick<DeclaredRoute, 'page' | 'path' | 'module'>[];
}

/**
 * Runs one remote's pages without the shell: the mock, a store and a router of their own, and a
 * bench above the page with links to each of them. `components` holds the pages' by module name. `slots` are shown on the bench; a devtools panel
 * is opened from it.
 */
export function openAlone(
  { id, routes }: StandaloneRemote,
  components: Readonly<Record<string, ComponentType>>,
  slots: readonly ComponentType[] = [],
  Panel?: ComponentType<DevtoolsPanelProps>,
): void {
  const registry = loneRegistry(id);
  const logs = createPageLogs(registry);
  const store = createShopStore({
    connect: (auth) =>
      createApi({
        baseUrl: '',
        ready: async () => void (await startMock()),
        observe: logs.onCall,
        ...auth,
      }),
    navigate: (to, options) => void router.navigate(to, options),
    pathTo: (page, ...[parameters]) => pathOfPage([{ routes }], page, parameters),
    store: logs.store,
    initiator: logs.currentInitiator,
    payment: { provider: 'simulator' },
  });
  const inspection = createLoneInspection(store, registry, logs);
  // A path with a parameter leads nowhere by itself: its page is reached from another one.
  const paths = routes.map(({ path }) => path).filter((path) => !path.includes(':'));
  const router = createBrowserRouter([
    {
      element: (
        <Bench id={id} paths={paths} slots={slots}>
          {Panel && <PanelSwitch Panel={Panel} inspection={inspection} />}
        </Bench>
      ),
      children: [
        ...routes.map(({ path, module }) => ({ path, Component: components[module] ?? null })),
        { path: '*', Component: Elsewhere },
      ],
    },
  ]);
  store.set(followLocationAtom, router.state.location);
  router.subscribe(({ location }) => store.set(followLocationAtom, location));

  const root = document.getElementById('root');
  if (!root) throw new Error('the page holds no #root');
  createRoot(root).render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}
