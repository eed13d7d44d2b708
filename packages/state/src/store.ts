import { type Api, describeError } from '@patchwork/api';
import { err, type PathTo } from '@patchwork/domain';
import { createStore } from 'jotai';
import {
  type Configuration,
  defaultConfiguration,
  writtenConfigurationAtom,
} from './atoms/configuration.ts';
import {
  isConnectedAtom,
  isOfflineAtom,
  requestLostAtom,
  requestSucceededAtom,
  retriesAtom,
} from './atoms/network.ts';
import { addWantedAtom, syncListsAtom } from './atoms/pending-changes.ts';
import {
  askForLoginAtom,
  expireSessionAtom,
  followSessionAtom,
  loginsAtom,
  restoreSessionAtom,
  sessionAtom,
} from './atoms/session.ts';
import {
  changeMark,
  createQueryClient,
  queryClientOf,
  reloadShopperDataAtom,
} from './server-data.ts';
import { connectionAtom, type Navigate, type Services, type Store } from './services.ts';
import { tokenKey } from './storage/stored-session.ts';
import { followStorageAtom } from './storage/written-values.ts';

export interface ShopStoreOptions {
  /** Makes the API's client; `auth` is the session behind its calls. Called once. */
  readonly connect: (auth: {
    getToken: () => string | undefined;
    onUnauthorized: () => void;
  }) => Api;
  readonly navigate: Navigate;
  readonly pathTo: PathTo;
  /** The store to set up, for example one that records writes. By default a new one. */
  readonly store?: Store;
  /**
   * Names the piece that is calling. The name is stored with a change of cart or wishlist and passed to the API's
   * observer when the change is sent, which may be much later.
   */
  readonly initiator?: () => string;
  /** Settings that differ from `defaultConfiguration`. */
  readonly configuration?: { readonly [K in keyof Configuration]?: Configuration[K] | undefined };
  /**
   * Whether the session is restored; true by default. False if the page hydrates HTML that was rendered without a
   * session: its owner restores the session after that (`restoreSessionAtom`).
   */
  readonly restoresSession?: boolean;
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
    if (store.get(sessionAtom) !== session) return err(loginFirst);
    if (answer.ok) return answer;
    // Begins to retry whether the shop can be reached.
    if (answer.error.kind === 'network') store.set(requestLostAtom);
    return err(describeError(answer.error));
  };

/** Sends waiting changes after a login, when the shop can be reached again, and with each retry. */
function sendWhenPossible(store: Store): void {
  const send = () => store.set(syncListsAtom);
  send();
  store.sub(sessionAtom, () => {
    // A new session does not start offline because the one before was.
    store.set(requestSucceededAtom);
    send();
  });
  store.sub(loginsAtom, () => store.set(addWantedAtom));
  store.sub(retriesAtom, () => store.set(syncListsAtom, 'retry'));
  store.sub(isOfflineAtom, () => {
    if (store.get(isOfflineAtom)) return;
    send();
    const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error';
    void queryClientOf(store).refetchQueries({ type: 'active', predicate: hasFailed });
  });
}

/** Follows a write of another tab under this key. Null stands for any key, and for clearing the whole storage. */
function followTabs(store: Store, key: string | null): void {
  store.set(followStorageAtom);
  if (key === null || key === tokenKey) store.set(followSessionAtom);
  if (key === null || key === changeMark.key) store.set(reloadShopperDataAtom);
}

/** Keeps a store up to date with the network and with the writes of other tabs. */
function watchPage(store: Store): void {
  if (typeof window !== 'undefined') {
    const connect = () => {
      store.set(isConnectedAtom, navigator.onLine !== false);
      // The browser's network is back, and the shop may be: no need to wait for the next try.
      if (store.get(isConnectedAtom)) void store.set(syncListsAtom, 'retry');
    };
    store.set(isConnectedAtom, navigator.onLine !== false);
    window.addEventListener('online', connect);
    window.addEventListener('offline', connect);
    window.addEventListener('storage', ({ key }) => followTabs(store, key));
    // A page in the back-forward cache receives no events.
    window.addEventListener('pageshow', ({ persisted }) => persisted && followTabs(store, null));
  }
  sendWhenPossible(store);
}

/** Creates the only store of a page, with the session of the last visit. For the page's owner. */
export function createShopStore({
  connect,
  navigate,
  pathTo,
  store = createStore(),
  initiator,
  configuration = {},
  restoresSession = true,
}: ShopStoreOptions): Store {
  const api = connect({
    getToken: () => store.get(sessionAtom)?.token,
    onUnauthorized: () => store.set(expireSessionAtom),
  });
  const callApi = callApiOf(store, api);
  store.set(connectionAtom, {
    ...{ api, callApi, navigate, pathTo, initiator, store },
    client: createQueryClient(),
  });
  const stated = Object.entries(configuration).filter(([, value]) => value !== undefined);
  const whole: Configuration = { ...defaultConfiguration, ...Object.fromEntries(stated) };
  store.set(writtenConfigurationAtom, whole);
  if (restoresSession) store.set(restoreSessionAtom);
  watchPage(store);
  return store;
}
