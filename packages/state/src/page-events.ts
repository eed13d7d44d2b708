import { queryClientAtom } from 'jotai-tanstack-query';
import {
  isConnectedAtom,
  isOfflineAtom,
  requestSucceededAtom,
  retriesAtom,
} from './atoms/network.ts';
import { syncListsAtom } from './atoms/pending-changes.ts';
import { followSessionAtom, sessionAtom } from './atoms/session.ts';
import { changeMark, reloadShopperDataAtom } from './server-data.ts';
import type { Store } from './services.ts';
import { tokenKey } from './storage/stored-session.ts';
import { followStorageAtom } from './storage/written-values.ts';

/** Sends what waits after a login, when the shop is reached again, and to find out whether it is. */
function sendWhenPossible(store: Store): void {
  const send = () => store.set(syncListsAtom);
  send();
  store.sub(sessionAtom, () => {
    // What one session could not reach, the next one tries for itself.
    store.set(requestSucceededAtom);
    send();
  });
  store.sub(retriesAtom, () => store.set(syncListsAtom, 'retry'));
  store.sub(isOfflineAtom, () => {
    if (store.get(isOfflineAtom)) return;
    send();
    const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error';
    void store.get(queryClientAtom).refetchQueries({ type: 'active', predicate: hasFailed });
  });
}

/** Another tab wrote under this key; null: under any, or it emptied the whole storage. */
function followTabs(store: Store, key: string | null): void {
  store.set(followStorageAtom);
  if (key === null || key === tokenKey) store.set(followSessionAtom);
  if (key === null || key === changeMark.key) store.set(reloadShopperDataAtom);
}

/** Keeps a store up to date with the network and with what other tabs write. */
export function watchPage(store: Store): void {
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
