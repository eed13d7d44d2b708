import { notifyManager, type QueryClient } from '@tanstack/query-core';
import { type Atom, atom, type Getter } from 'jotai';
import { queryClientAtom } from 'jotai-tanstack-query';

interface Observer<Options, Result> {
  setOptions: (options: Options) => void;
  subscribe: (listener: () => void) => () => void;
  getCurrentResult: () => Result;
}

/**
 * Makes an atom of a query whose options depend on other atoms. Not by atomWithQuery and atomWithInfiniteQuery:
 * those subscribe again with each change of the options, which sends the first request of each key twice.
 */
export function followQuery<Options, Result>(
  optionsOf: (get: Getter) => Options,
  createObserver: (client: QueryClient, options: Options) => Observer<Options, Result>,
): Atom<Result> {
  /** An observer for each store, whatever its options: it can keep the earlier data until the new one is loaded. */
  const observers = new WeakMap<QueryClient, Observer<Options, Result>>();
  const observedAtom = atom((get) => {
    const client = get(queryClientAtom);
    const options = optionsOf(get);
    const known = observers.get(client);
    known?.setOptions(options);
    const observer = known ?? createObserver(client, options);
    observers.set(client, observer);
    return { observer };
  });
  const observerAtom = atom((get) => get(observedAtom).observer);
  /** Counts what the observer notifies of. Depends on the observer alone, so that it subscribes once. */
  const notificationsAtom = atom((get) => {
    const observer = get(observerAtom);
    const countAtom = atom(0);
    // In a task of its own: options that change while the atom is read notify, too.
    countAtom.onMount = (set) =>
      observer.subscribe(notifyManager.batchCalls(() => set((count) => count + 1)));
    return countAtom;
  });
  return atom((get) => {
    const { observer } = get(observedAtom);
    get(get(notificationsAtom));
    return observer.getCurrentResult();
  });
}
