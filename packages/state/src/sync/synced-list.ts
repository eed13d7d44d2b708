import type { ApiError } from '@patchwork/api';
import { productSchema } from '@patchwork/domain';
import { createStoredValue } from '@patchwork/storage';
import { QueryObserver, type QueryObserverOptions } from '@tanstack/query-core';
import { type Atom, atom } from 'jotai';
import * as v from 'valibot';
import { requestLostAtom } from '../atoms/network.ts';
import { askForLoginAtom, sessionAtom, userKey } from '../atoms/session.ts';
import { followQuery, type Load, unwrap } from '../server-data.ts';
import { connectionAtom } from '../services.ts';
import { storedValueAtom } from '../storage/stored-value-atom.ts';
import {
  type Change,
  emptyQueue,
  type ListDefinition,
  type Queue,
  queueSchema,
  reduceQueue,
  shownItems,
} from './queue.ts';
import { SyncLoop } from './sync-loop.ts';

declare global {
  interface PatchworkStores {
    'wanted-product': 'tab';
  }
}

/** The product that a logged-out visitor wanted to add: the next login in this tab adds it. */
const wanted = createStoredValue({
  name: 'wanted-product',
  scope: 'tab',
  version: 1,
  parse: v.parser(v.object({ list: v.string(), product: productSchema })),
});

/** A list that the server stores for each shopper, and the state of its load. */
export interface SyncedValue<T>
  extends Pick<Load<readonly T[]>, 'isPending' | 'isError' | 'error'> {
  /** Items with the shopper's changes, confirmed or not. Empty until something is known, and while logged out. */
  readonly items: readonly T[];
  /**
   * Items once any are known, even if only from the last visit. An empty list only while the last load of this
   * visit succeeded. With `isError` they may be out of date.
   */
  readonly data: readonly T[] | undefined;
  /** Loads the list again: for 'Try again'. */
  readonly refetch: () => Promise<Pick<Load<null>, 'isError'>>;
}

/** Creates the atoms of a list that the server stores for each shopper. It is loaded only while logged in. */
export function createSyncedList<T>(list: ListDefinition<T>) {
  const queueAtom = storedValueAtom<Queue<T>>({
    name: list.name,
    scope: 'shopper',
    version: 3,
    parse: v.parser(queueSchema(list.item)),
    empty: emptyQueue,
    // A stale queue would send its changes once more after a reload.
    isRemovedWhenFull: true,
  });

  const loopAtom = atom((get) => {
    const session = get(sessionAtom);
    return session && new SyncLoop({ list, queueAtom, session, services: get(connectionAtom) });
  });

  const shownAtom: Atom<readonly T[]> = atom((get) => shownItems(list, get(queueAtom)));

  /** Reports the state of the load. Loaded items go into the queue, beside the changes. */
  const queryAtom = followQuery(
    (get): QueryObserverOptions<null, ApiError> => {
      const session = get(sessionAtom);
      const { api, store } = get(connectionAtom);
      return {
        queryKey: userKey(list.name, session),
        enabled: session !== null,
        queryFn: async ({ signal }) => {
          const { revision } = store.get(queueAtom);
          const result = await list.load(api, { signal });
          if (store.get(sessionAtom) !== session) return null;
          if (!result.ok && result.error.kind === 'network') store.set(requestLostAtom);
          const items = unwrap(result);
          store.set(queueAtom, (queue) =>
            reduceQueue(list, queue, { type: 'loaded', items, revision }),
          );
          return null;
        },
      };
    },
    (client, options) => new QueryObserver(client, options),
  );

  const valueAtom: Atom<SyncedValue<T>> = atom((get) => {
    const { isPending, isSuccess, isError, error, refetch } = get(queryAtom);
    const { isLoaded, pending } = get(queueAtom);
    const items = get(shownAtom);
    const isKnown = items.length > 0 || isSuccess;
    const data = isKnown && (isLoaded || pending.length > 0) ? items : undefined;
    return {
      items,
      data,
      isPending: data === undefined && isPending,
      isError,
      error,
      refetch,
    };
  });

  const syncAtom = atom(null, (get, _set, retry?: 'retry'): void => void get(loopAtom)?.run(retry));

  /**
   * Shows the change at once, and resolves as `change` of the loop does. Without a login it leads to the login
   * page, remembers a product to add, and resolves to false.
   */
  const changeAtom = atom(null, async (get, set, change: Change, link?: null): Promise<boolean> => {
    const loop = get(loopAtom);
    if (loop) return loop.change(change, link);
    if (change.type === 'add') wanted.write({ list: list.name, product: change.product });
    set(askForLoginAtom);
    return false;
  });

  /** Adds the product that the visitor wanted before the login; the toast has a link back to it. */
  const addWantedAtom = atom(null, (get): void => {
    const { list: name, product } = wanted.read() ?? {};
    const loop = get(loopAtom);
    if (!product || !loop || name !== list.name) return;
    wanted.remove();
    const { id: productId, title } = product;
    const path = get(connectionAtom).pathTo('product', { productId });
    void loop.change({ type: 'add', productId, product }, { text: `Back to ${title}`, path });
  });

  return { list, queueAtom, shownAtom, valueAtom, changeAtom, addWantedAtom, syncAtom };
}
