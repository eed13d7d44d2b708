import { createApi } from '@patchwork/api';
import { parseRegistry } from '@patchwork/federation';
import { RouterProvider } from '@patchwork/router';
import {
  createShopStore,
  followLocationAtom,
  loadCatalogueAtom,
  sessionAtom,
} from '@patchwork/state';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { createRemotes, RemotesProvider } from '../remotes/remotes.tsx';
import { createPrefetcher } from '../routing/prefetch.ts';
import { createShopRouter, type ShopRouter } from '../routing/router.ts';
import { parseConfig } from './config.ts';
import { readDocument } from './documents.ts';

/** How long the HTML's still frame waits for the first page before the living one replaces it. */
const firstPagePatience = 1500;

/** Starts the mock with the first call; a chunk that could not be had is asked for again. */
async function mockReady(): Promise<void> {
  const { startMock } = await import(/* webpackChunkName: "mock" */ '@patchwork/mock-server');
  await startMock();
}

const serverReady = async (): Promise<void> => undefined;

function whenFirstPageIsReady(router: ShopRouter): Promise<void> {
  return new Promise((resolve) => {
    if (router.state.initialized) return resolve();
    setTimeout(resolve, firstPagePatience);
    router.subscribe(({ initialized }) => initialized && resolve());
  });
}

/** Puts the shop together; resolves with what to render once the first page is there. */
export async function startShop(): Promise<ReactNode> {
  const [registryDocument, configDocument] = await Promise.all([
    readDocument('registry'),
    readDocument('config'),
  ]);
  const { registry, problems } = parseRegistry(registryDocument);
  for (const problem of problems) console.error(`The registry leaves out ${problem}`);
  const config = parseConfig(configDocument);

  const store = createShopStore({
    connect: (auth) =>
      createApi({
        baseUrl: config.apiBaseUrl ?? '',
        ready: config.apiBaseUrl === undefined ? mockReady : serverReady,
        ...auth,
      }),
    navigate: (to, options) => void router.navigate(to, options),
    payment: config.payment,
  });
  const isLoggedIn = () => store.get(sessionAtom) !== null;
  const remotes = createRemotes(registry);
  const router = createShopRouter(remotes, isLoggedIn);
  const prefetcher = createPrefetcher(remotes, isLoggedIn);

  void store.set(loadCatalogueAtom);
  store.set(followLocationAtom, router.state.location);
  router.subscribe(({ location, navigation, initialized }) => {
    if (!initialized || navigation.state !== 'idle') return;
    store.set(followLocationAtom, location);
    prefetcher.pageShown();
  });
  // A session that begins or ends changes what may be opened: the guards are asked again.
  store.sub(sessionAtom, () => void router.revalidate());

  await whenFirstPageIsReady(router);
  prefetcher.start();
  prefetcher.pageShown();
  return (
    <Provider store={store}>
      <RemotesProvider value={remotes}>
        <RouterProvider router={router} />
      </RemotesProvider>
    </Provider>
  );
}
