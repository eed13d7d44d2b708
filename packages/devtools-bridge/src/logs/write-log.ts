import type { createStore, WritableAtom } from 'jotai';
import { createLog, type Log } from './log.ts';
import type { WriteRecord } from './writes.ts';

type Store = ReturnType<typeof createStore>;

export interface WriteLog extends Log<WriteRecord> {
  /** Records from here on every write to the store from outside of its atoms. Once per store. */
  watch(store: Store): void;
}

/** `whoWrites` names who is on the stack: it is asked before the write. */
export function createWriteLog(whoWrites: () => string): WriteLog {
  const log = createLog<WriteRecord>();
  let count = 0;
  return {
    ...log,
    watch(store) {
      const write = store.set;
      store.set = (target, ...values) => {
        count += 1;
        const atom = target as unknown as WritableAtom<unknown, never[], unknown>;
        log.put({ id: count, atom, by: whoWrites(), at: Date.now() });
        return write(target, ...values);
      };
    },
  };
}
