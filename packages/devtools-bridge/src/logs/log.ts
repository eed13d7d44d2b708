import { type Atom, atom, type createStore } from 'jotai';

type Store = ReturnType<typeof createStore>;

/** Older records are dropped. */
const MAX_RECORDS = 200;

/** A list of records, newest last, as an atom of the page's store. */
export interface Log<R> {
  readonly recordsAtom: Atom<readonly R[]>;
  add: (record: R) => void;
  /** Does nothing when the earlier record is no longer in the list. */
  replace: (earlier: R, record: R) => void;
  clear: () => void;
}

export function createLog<R>(store: Store): Log<R> {
  const recordsAtom = atom<readonly R[]>([]);
  let records: readonly R[] = [];
  let isDue = false;

  /** In a microtask: what is recorded may happen during a render, or during another write. */
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
