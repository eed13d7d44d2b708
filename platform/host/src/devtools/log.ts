import { type Atom, atom, type createStore } from 'jotai';

export type Store = ReturnType<typeof createStore>;

/** Maximum length of a log. The oldest records are dropped. */
const MAX_RECORDS = 200;

/** List of records as an atom of the page's store, newest last. */
export interface Log<R> {
  readonly recordsAtom: Atom<readonly R[]>;
  add: (record: R) => void;
  /** Replaces a record. Does nothing if it has been dropped. */
  replace: (earlier: R, record: R) => void;
  clear: () => void;
}

/** Creates a log in a store. */
export function createLog<R>(store: Store): Log<R> {
  const recordsAtom = atom<readonly R[]>([]);
  let records: readonly R[] = [];
  let isDue = false;

  /** Defers the write to a microtask, because a record may be added during a render or another write. */
  function change(next: readonly R[]): void {
    records = next;
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      store.set(recordsAtom, records);
    });
  }

  return {
    recordsAtom,
    add: (record) => change([...records, record].slice(-MAX_RECORDS)),
    replace: (earlier, record) => change(records.map((each) => (each === earlier ? record : each))),
    clear: () => change([]),
  };
}
