import type { createStore } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';
import { isConnectedAtom, isOfflineAtom, reachedAtom } from './atoms/network.ts';
import { followListsAtom, sendPendingAtom } from './atoms/pending-changes.ts';
import { followSessionAtom, sessionAtom } from './atoms/session.ts';
import { followStorageAtom } from './storage/shopper-value.ts';
import { tokenKey } from './storage/stored-session.ts';

type Store = ReturnType<typeof createStore>;

/** What waited goes out when somebody logs in, and when the shop can be reached again. */
function sendWhenPossible(store: Store): void {
  const send = () => void store.set(sendPendingAtom);
  send();
  store.sub(sessionAtom, () => {
    // What one session could not reach, the next one tries for itself.
    store.set(reachedAtom);
    send();
  });
  store.sub(isOfflineAtom, () => {
    if (store.get(isOfflineAtom)) return;
    send();
    const hasFailed = ({ state }: { state: { status: string } }) => state.status === 'error';
    void store.get(queryClientAtom).refetchQueries({ type: 'active', predicate: hasFailed });
  });
}

/** Another tab has written under this key; null: under any, or it has emptied the whole storage. */
function followTabs(store: Store, key: string | null): void {
  store.set(followStorageAtom);
  if (key === null || key === tokenKey) store.set(followSessionAtom);
  store.set(followListsAtom);
}

/** Lets a store follow what happens around it: the network, and what other tabs write. */
export function watchPage(store: Store): void {
  if (typeof window !== 'undefined') {
    const connect = () => {
      store.set(isConnectedAtom, navigator.onLine !== false);
      // The browser's network is back, and the shop may be: no need to wait for the next attempt.
      if (store.get(isConnectedAtom)) void store.set(sendPendingAtom, 'again');
    };
    store.set(isConnectedAtom, navigator.onLine !== false);
    window.addEventListener('online', connect);
    window.addEventListener('offline', connect);
    window.addEventListener('storage', ({ key }) => followTabs(store, key));
    // A page that lay in the back-forward cache heard nothing meanwhile.
    window.addEventListener('pageshow', ({ persisted }) => persisted && followTabs(store, null));
  }
  sendWhenPossible(store);
}
