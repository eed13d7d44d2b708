import { createApi } from '@patchwork/api';
import type { PageLogs } from '@patchwork/devtools-bridge';
import { type ActiveRemotes, pathOfPage } from '@patchwork/federation';
import { nextTask } from '@patchwork/federation/next-task';
import type { Mock } from '@patchwork/mock-server';
import { createShopStore, type Store } from '@patchwork/state/host';
import type { ShopRouter } from '../routing/router.ts';
import type { RuntimeConfig } from './config.ts';

/** Starts the mock with the first call; a chunk that could not be loaded is requested again. */
export async function startMock(): Promise<Mock> {
  const mock = await import(/* webpackChunkName: "mock" */ '@patchwork/mock-server');
  await nextTask();
  return mock.startMock();
}

/** The shop's store over the configured API. The router is made after it. */
export function createStore(
  { apiBaseUrl, payment, catalogue, imageOrigins }: RuntimeConfig,
  { remotes }: ActiveRemotes,
  router: () => ShopRouter,
  logs?: PageLogs,
): Store {
  return createShopStore({
    connect: (auth) =>
      createApi({
        baseUrl: apiBaseUrl ?? '',
        ready: async () => void (apiBaseUrl === undefined && (await startMock())),
        ...(logs && { observe: logs.onCall }),
        ...auth,
      }),
    navigate: (to, options) => router().navigate(to, options),
    pathTo: (page, ...[parameters]) => pathOfPage(remotes, page, parameters),
    ...(logs && { store: logs.store, initiator: logs.currentInitiator }),
    configuration: {
      payment,
      maxPrice: catalogue?.maxPrice,
      queriesCatalogue: catalogue?.query,
      imageOrigins,
    },
  });
}
