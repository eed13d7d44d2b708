import '@patchwork/shop/ui/base.css';
import { createApi } from '@patchwork/api';
import { pathOfPage } from '@patchwork/host';
import { createPageLogs, type RemoteControls } from '@patchwork/host/devtools';
import { startMock } from '@patchwork/mock-server';
import { sessionAtom, toast } from '@patchwork/shop';
import { err } from '@patchwork/shop/domain';
import {
  createBrowserRouter,
  createShopStore,
  RemotesContext,
  RouterProvider,
  writtenLocationAtom,
} from '@patchwork/shop/host';
import { Button } from '@patchwork/shop/ui';
import { Provider } from 'jotai';
import { type ComponentType, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createCallLog, type DevtoolsPanelProps, type Inspection } from '../devtools/index.ts';
import { GalleryPage, type GallerySection, galleryPath } from './GalleryPage.tsx';
import { Guarded, OtherRemotesPage } from './Notice.tsx';
import { StandaloneFrame } from './StandaloneFrame.tsx';
import {
  type ComponentOf,
  type ExportsOf,
  type StandaloneRemote,
  standaloneRemotes,
} from './standalone-remotes.tsx';

interface PanelSwitchProps {
  readonly Panel: ComponentType<DevtoolsPanelProps>;
  readonly inspection: Inspection;
}

/** Devtools panel of a stand-alone page, with its button. If the address has a hash, the panel is open at first. */
function PanelSwitch({ Panel, inspection }: PanelSwitchProps) {
  const [isOpen, setOpen] = useState(location.hash !== '');
  return (
    <>
      <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        Open devtools
      </Button>
      {isOpen && <Panel inspection={inspection} onClose={() => setOpen(false)} />}
    </>
  );
}

const NO_CONTROLS =
  'This remote runs alone, built into its page. Open the panel in the shop to override or break a remote.';

const explainNoControls = (): void => void toast.info(NO_CONTROLS);

const remoteControls: RemoteControls = {
  overrides: [],
  breakages: {},
  settings: {},
  failedOverrides: [],
  checkOverride: async () => err([NO_CONTROLS]),
  setOverride: explainNoControls,
  removeOverride: explainNoControls,
  setBreakage: explainNoControls,
  setSetting: explainNoControls,
  setSettings: explainNoControls,
  reload: async () => location.reload(),
};

interface StandaloneModules {
  readonly componentOf: ComponentOf;
  readonly exportsOf: ExportsOf;
  readonly gallery: readonly GallerySection[];
}

/**
 * Runs one remote's pages without the shell, with its own mock, store and router. A bar above the page has the remote's
 * fragments, links to its pages, and a button for the devtools panel.
 */
export async function openStandalone(
  remote: StandaloneRemote,
  { gallery, ...modules }: StandaloneModules,
): Promise<void> {
  const { id, routes, fragments = {} } = remote;
  const { componentOf } = modules;
  const remotes = standaloneRemotes(remote, modules, {
    isLoggedIn: () => store.get(sessionAtom) !== null,
    subscribe: (listener) => store.sub(sessionAtom, listener),
  });
  const mock = () => startMock({ remotes: () => remotes });
  // A page of the remote may call its API by other means than the shop's client, which waits for the mock.
  await mock();
  const logs = createPageLogs(() => remotes.active.remotes);
  const calls = createCallLog(logs);
  const store = createShopStore({
    connect: (auth) =>
      createApi({
        baseUrl: '',
        ready: async () => void (await mock()),
        observe: calls.onCall,
        ...auth,
      }),
    navigate: (to, options) => router.navigate(to, options),
    pathTo: (page, ...[parameters]) => pathOfPage([{ routes }], page, parameters),
    store: logs.store,
    initiator: logs.currentInitiator,
  });
  const inspection: Inspection = {
    ...logs.records,
    callsAtom: calls.callsAtom,
    clearCalls: calls.clearCalls,
    store: logs.store,
    active: remotes.active,
    problems: [],
    sharedBy: () => [],
    remoteControls,
    mock,
    conditions: undefined,
  };
  // Paths with parameters can't be linked; other pages link to them.
  const paths = routes
    .map(({ path }) => path.replace(/\/\*$/, ''))
    .filter((path) => !path.includes(':'));
  const { devtools } = fragments;
  const Panel = devtools && componentOf<DevtoolsPanelProps>(devtools.module);
  const router = createBrowserRouter([
    {
      element: (
        <StandaloneFrame
          id={id}
          paths={[...paths, galleryPath]}
          fragments={Object.keys(fragments).filter((slot) => slot !== 'devtools')}
          open={(path) => void router.navigate(path, { replace: true })}
        >
          {Panel && <PanelSwitch Panel={Panel} inspection={inspection} />}
        </StandaloneFrame>
      ),
      children: [
        ...routes.map(({ path, access, module }) => ({
          path,
          element: <Guarded access={access} Page={componentOf(module)} />,
        })),
        { path: galleryPath, element: <GalleryPage sections={gallery} /> },
        { path: '*', Component: OtherRemotesPage },
      ],
    },
  ]);
  store.set(writtenLocationAtom, router.state.location);
  router.subscribe(({ location }) => store.set(writtenLocationAtom, location));

  const root = document.getElementById('root');
  if (!root) throw new Error('the page holds no #root');
  createRoot(root).render(
    <Provider store={store}>
      <RemotesContext value={remotes}>
        <RouterProvider router={router} />
      </RemotesContext>
    </Provider>,
  );
}
