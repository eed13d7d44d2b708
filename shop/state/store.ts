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
import { addWantedAtom, repairListsAtom, syncListsAtom } from './atoms/pending-changes.ts';
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
  /**
   * Creates the API's client. `auth` gives it the session's token, and ends the session if the API refuses the token.
   * Called once.
   */
  readonly connect: (auth: {
    getToken: () => string | undefined;
    onUnauthorized: () => void;
  }) => Api;
  readonly navigate: Navigate;
  readonly pathTo: PathTo;
  /** Language of the document; English by default. */
  readonly language?: string | undefined;
  /** The store to set up, for example one that records writes. By default a new one. */
  readonly store?: Store;
  /**
   * Returns the name of the piece that is calling. It is stored with each change of cart or wishlist and passed to the
   * API's observer when the change is sent, which may be much later.
   */
  readonly initiator?: () => string;
  /** Returns the value that is set for a remote's setting; undefined for the default. By default nothing is set. */
  readonly settingOf?: (remote: string, name: string) => unknown;
  /** Settings that differ from `defaultConfiguration`. */
  readonly configuration?: { readonly [K in keyof Configuration]?: Configuration[K] | undefined };
  /**
   * Whether to restore the session; true by default. Pass false if the page hydrates HTML that was rendered without a
   * session, and restore it after hydration (`restoreSessionAtom`).
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
    // Starts to check whether the shop can be reached again.
    if (answer.error.kind === 'network') store.set(requestLostAtom);
    return err(describeError(answer.error));
  };

/**
 * Sends waiting changes at the start, after a login, at each retry, and when the shop can be reached again. In the last
 * case, also repeats failed loads.
 */
function sendWhenPossible(store: Store): void {
  const send = () => store.set(syncListsAtom);
  send();
  store.sub(sessionAtom, () => {
    // A new session must not inherit the offline state of the previous one.
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

/**
 * Applies another tab's write of the storage key `key`. If it is null, any key may have changed, for example because
 * the storage was cleared.
 */
function followTabs(store: Store, key: string | null): void {
  store.set(followStorageAtom);
  if (key === null || key === tokenKey) store.set(followSessionAtom);
  store.set(repairListsAtom);
  if (key === null || key === changeMark.key) store.set(reloadShopperDataAtom);
}

/** Keeps a store up to date with the network and with the writes of other tabs. */
function watchPage(store: Store): void {
  if (typeof window !== 'undefined') {
    const connect = () => {
      store.set(isConnectedAtom, navigator.onLine !== false);
      // The browser is online again. Try at once instead of waiting for the next retry.
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

/**
 * Creates a page's only store and, by default, restores the last visit's session. For the code that starts a page, not
 * for remotes.
 */
export function createShopStore({
  connect,
  navigate,
  pathTo,
  language = 'en',
  store = createStore(),
  initiator,
  settingOf,
  configuration = {},
  restoresSession = true,
}: ShopStoreOptions): Store {
  const api = connect({
    getToken: () => store.get(sessionAtom)?.token,
    onUnauthorized: () => store.set(expireSessionAtom),
  });
  const callApi = callApiOf(store, api);
  store.set(connectionAtom, {
    ...{ api, callApi, navigate, pathTo, language, initiator, settingOf, store },
    client: createQueryClient(),
  });
  const stated = Object.entries(configuration).filter(([, value]) => value !== undefined);
  const whole: Configuration = { ...defaultConfiguration, ...Object.fromEntries(stated) };
  store.set(writtenConfigurationAtom, whole);
  if (restoresSession) store.set(restoreSessionAtom);
  watchPage(store);
  return store;
}
