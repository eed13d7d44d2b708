import { type Api, describeError } from '@patchwork/api';
import { err, type PathTo } from '@patchwork/domain';
import { createStore } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import {
  type Configuration,
  defaultConfiguration,
  writtenConfigurationAtom,
} from './atoms/configuration.ts';
import { requestLostAtom } from './atoms/network.ts';
import {
  askForLoginAtom,
  expireSessionAtom,
  restoreSessionAtom,
  sessionAtom,
} from './atoms/session.ts';
import { watchPage } from './page-events.ts';
import { createQueryClient } from './query-client.ts';
import { connectionAtom, type Navigate, type Services, type Store } from './services.ts';

export interface ShopStoreOptions {
  /** Makes the API's client; `auth` is the session behind its calls. Called once. */
  readonly connect: (auth: {
    getToken: () => string | undefined;
    onUnauthorized: () => void;
  }) => Api;
  readonly navigate: Navigate;
  /** The path at which the live remotes show a page. */
  readonly pathTo: PathTo;
  /** The store to set up, for example one that records what is written to it. Left out: a new one. */
  readonly store?: Store;
  /**
   * Names who calls right now. It is stored with a change of cart or wishlist and passed to the API's
   * observer when the change is sent, which may be much later.
   */
  readonly initiator?: () => string;
  /** Settings that differ from `defaultConfiguration`. */
  readonly configuration?: { readonly [K in keyof Configuration]?: Configuration[K] | undefined };
}

const loginFirst = 'Please login to continue!';

const callApiOf =
  (store: Store, api: Api): Services['callApi'] =>
  async (call) => {
    const session = store.get(sessionAtom);
    if (!session) {
      store.set(askForLoginAtom);
      return err(loginFirst);
    }
    const answer = await call(api);
    if (answer.ok) return store.get(sessionAtom) === session ? answer : err(loginFirst);
    // From now on it is tried whether the shop can be reached.
    if (answer.error.kind === 'network') store.set(requestLostAtom);
    return err(describeError(answer.error));
  };

/** The one store of a page, with the session of the last visit. For the page's owner. */
export function createShopStore({
  connect,
  navigate,
  pathTo,
  store = createStore(),
  initiator,
  configuration = {},
}: ShopStoreOptions): Store {
  const api = connect({
    getToken: () => store.get(sessionAtom)?.token,
    onUnauthorized: () => store.set(expireSessionAtom),
  });
  store.set(queryClientAtom, createQueryClient());
  const callApi = callApiOf(store, api);
  store.set(connectionAtom, { api, callApi, navigate, pathTo, initiator, store });
  const stated = Object.entries(configuration).filter(([, value]) => value !== undefined);
  const whole: Configuration = { ...defaultConfiguration, ...Object.fromEntries(stated) };
  store.set(writtenConfigurationAtom, whole);
  store.set(restoreSessionAtom);
  watchPage(store);
  return store;
}
