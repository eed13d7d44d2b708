import type { Api } from '@patchwork/api';
import type { PathTo } from '@patchwork/domain';
import { createStore } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import { watchPage } from './page-events.ts';
import { type PaymentConfig, paymentConfigAtom } from './payment.ts';
import { createQueryClient } from './query-client.ts';
import { type Navigate, servicesAtom } from './services.ts';
import { expireSessionAtom, restoreSessionAtom, sessionAtom } from './session.ts';

export type Store = ReturnType<typeof createStore>;

export interface ShopStoreOptions {
  /** Makes the API's client, given the session behind its calls. Called once. */
  readonly connect: (auth: { getToken(): string | undefined; onUnauthorized(): void }) => Api;
  readonly navigate: Navigate;
  /** The path at which the live remotes show a page. */
  readonly pathTo: PathTo;
  /** Names who is on the stack, for a log of calls. */
  readonly whoAsks?: () => string;
  /** How orders are paid. Left out: by the simulator. */
  readonly payment?: PaymentConfig;
}

/** The one store of a page, with the session of the last visit. For the page's owner. */
export function createShopStore({
  connect,
  navigate,
  pathTo,
  whoAsks,
  payment,
}: ShopStoreOptions): Store {
  const store = createStore();
  const api = connect({
    getToken: () => store.get(sessionAtom)?.token,
    onUnauthorized: () => store.set(expireSessionAtom),
  });
  store.set(queryClientAtom, createQueryClient());
  store.set(servicesAtom, { api, navigate, pathTo, whoAsks, store });
  if (payment) store.set(paymentConfigAtom, payment);
  store.set(restoreSessionAtom);
  watchPage(store);
  return store;
}
