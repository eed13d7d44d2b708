import { createApi } from '@patchwork/api';
import {
  createPageLogs,
  loadRemoteChanges,
  type PageLogs,
  type ServedShop,
} from '@patchwork/devtools-bridge';
import { DevtoolsProvider } from '@patchwork/devtools-bridge/react';
import { type ActiveRemotes, parseRegistry, pathOfPage, versionsOf } from '@patchwork/federation';
import {
  chooseForVisitor,
  completeSharedRequests,
  createRemotes,
  enforceIntegrity,
  forgetFailure,
  RemotesProvider,
  rememberFailure,
  reportFallback,
} from '@patchwork/federation/browser';
import type { Mock } from '@patchwork/mock-server';
import { RouterProvider } from '@patchwork/router';
import {
  createShopStore,
  followLocationAtom,
  loadCatalogueAtom,
  type Store,
  sessionAtom,
} from '@patchwork/state';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { shellRegion } from '../app/region.ts';
import { createPrefetcher } from '../routing/prefetch.ts';
import { createShopRouter, type ShopRouter } from '../routing/router.ts';
import { parseConfig, type RuntimeConfig } from './config.ts';
import { readDocument } from './documents.ts';

/** The app shell is shown until the first page is loaded, but not longer than this. */
const FIRST_PAGE_TIMEOUT_MS = 1500;

/** Starts the mock with the first call; a chunk that could not be loaded is requested again. */
async function startMock(): Promise<Mock> {
  const mock = await import(/* webpackChunkName: "mock" */ '@patchwork/mock-server');
  return mock.startMock();
}

function whenFirstPageIsReady(router: ShopRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    setTimeout(resolve, FIRST_PAGE_TIMEOUT_MS);
    router.subscribe(({ initialized }) => initialized && resolve());
  });
}

async function readServedShop() {
  const [document, configDocument] = await Promise.all([
    readDocument('registry'),
    readDocument('config'),
  ]);
  const config = parseConfig(configDocument);
  const { registry: releases, problems: unread } = parseRegistry(document);
  const chosen = chooseForVisitor(releases);
  const overrideOrigins = config.devtools?.overrideOrigins;
  const served: ServedShop = { registry: chosen, overrideOrigins };
  const changed = config.devtools && (await loadRemoteChanges(served));
  const registry = changed?.active ?? chosen;
  const problems = [...unread, ...(changed?.problems ?? [])];
  for (const problem of problems) console.error(`The registry leaves out ${problem}`);
  return { config, releases, served, changed, registry, problems };
}

function createStore(
  { apiBaseUrl, payment, catalogue }: RuntimeConfig,
  { remotes }: ActiveRemotes,
  router: () => ShopRouter,
  logs?: PageLogs,
) {
  return createShopStore({
    connect: (auth) =>
      createApi({
        baseUrl: apiBaseUrl ?? '',
        ready: async () => void (apiBaseUrl === undefined && (await startMock())),
        ...(logs && { observe: logs.onCall }),
        ...auth,
      }),
    navigate: (to, options) => void router().navigate(to, options),
    pathTo: (page, ...[parameters]) => pathOfPage(remotes, page, parameters),
    ...(logs && { store: logs.store, initiator: logs.currentInitiator }),
    payment,
    maxPrice: catalogue?.maxPrice,
  });
}

/** Passes the router's location to the store, and a new session to the router's guards. */
function connect(store: Store, router: ShopRouter, pageShown: () => void): void {
  void store.set(loadCatalogueAtom);
  store.set(followLocationAtom, router.state.location);
  router.subscribe(({ location, navigation, initialized }) => {
    if (!initialized || navigation.state !== 'idle') return;
    store.set(followLocationAtom, location);
    pageShown();
  });
  // A login or logout changes which pages may be opened: the guards run again.
  store.sub(sessionAtom, () => void router.revalidate());
}

/** Starts the shop; resolves with what to render once the first page is loaded. */
export async function startShop(): Promise<ReactNode> {
  completeSharedRequests();
  const { config, releases, served, changed, registry, problems } = await readServedShop();
  const everyVersion = [...registry.remotes, ...versionsOf(releases)];
  const logs = config.devtools && createPageLogs({ remotes: everyVersion });
  const store = createStore(config, registry, () => router, logs);
  const isLoggedIn = () => store.get(sessionAtom) !== null;
  enforceIntegrity(releases);
  const remotes = createRemotes(registry, {
    adjustRuntime: changed?.adjustRuntime,
    observe: logs?.onLoad,
    // A remote that a developer changes in this tab must not fall back: its errors are to be seen.
    choose: (failed) => (changed ? registry : chooseForVisitor(releases, failed)),
    remember: rememberFailure,
    forget: forgetFailure,
    report(record) {
      logs?.onFallback(record);
      reportFallback(config.reporting?.url, record);
    },
  });
  const router = createShopRouter(remotes, isLoggedIn);
  const prefetcher = createPrefetcher(remotes, isLoggedIn);
  connect(store, router, prefetcher.pageShown);

  // Errors that React does not catch: in an event handler, a timer, an observer.
  window.addEventListener('error', ({ error }) => remotes.loader.reportError(error));

  const revalidate = () => router.revalidate();
  const { remoteControls, badge } = changed?.connect({ remotes, revalidate }) ?? {};
  const mock = config.apiBaseUrl === undefined ? startMock : undefined;
  const inspected = logs && {
    store,
    remotes,
    revalidate,
    region: shellRegion,
    problems,
    logs,
    mock,
    served,
    remoteControls,
  };

  await whenFirstPageIsReady(router);
  prefetcher.start();
  prefetcher.pageShown();
  return (
    <Provider store={store}>
      <RemotesProvider value={remotes}>
        <DevtoolsProvider shop={inspected}>
          <RouterProvider router={router} />
          {badge}
        </DevtoolsProvider>
      </RemotesProvider>
    </Provider>
  );
}
