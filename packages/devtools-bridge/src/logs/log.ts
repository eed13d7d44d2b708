import { type Atom, atom, type createStore } from 'jotai';

type Store = ReturnType<typeof createStore>;

/** Records that a log keeps; older ones are forgotten. */
const capacity = 200;

/** The last records of something that goes on, newest last, as an atom of the store that it is shown in. */
export interface Log<R> {
  readonly recordsAtom: Atom<readonly R[]>;
  /** Takes a record, in place of `earlier` when that one is still there. */
  put(record: R, earlier?: R): void;
  clear(): void;
  /** From here on the atom is kept up to date, with what was recorded before as well. */
  showIn(set: Store['set']): void;
}

export function createLog<R>(): Log<R> {
  const recordsAtom = atom<readonly R[]>([]);
  let records: readonly R[] = [];
  let show: Store['set'] | undefined;
  let isDue = false;

  /** Not at once: whoever is being recorded may be in the middle of rendering, or of another write. */
  function publish(): void {
    if (!show || isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      show?.(recordsAtom, records);
    });
  }

  return {
    recordsAtom,
    put(record, earlier) {
      if (earlier === undefined) records = [...records, record].slice(-capacity);
      else records = records.map((known) => (known === earlier ? record : known));
      publish();
    },
    clear() {
      records = [];
      publish();
    },
    showIn(set) {
      show = set;
      publish();
    },
  };
}
