import type { createStore, WritableAtom } from 'jotai';
import {
  INTERNAL_getBuildingBlocksRev3 as buildingBlocksOf,
  INTERNAL_buildStoreRev3 as buildStore,
} from 'jotai/vanilla/internals';

type Store = ReturnType<typeof createStore>;
type Blocks = Parameters<typeof buildStore>;

type WrittenAtom = WritableAtom<unknown, never[], unknown>;

/** Where jotai's list of building blocks holds the implementation of `store.set`. */
const SET = 22;

/**
 * A second store over the same values, which reports each of its writes before it happens; writes
 * to the first one are not reported. Built by jotai itself: an object with the three methods of a
 * store is not enough for React to read an atom that holds a promise.
 */
export function observedStore(store: Store, onWrite: (atom: WrittenAtom) => void): Store {
  const blocks = buildingBlocksOf(store);
  const observed: Blocks = [...blocks];
  observed[SET] = (all, target, atom, ...values) => {
    onWrite(atom as unknown as WrittenAtom);
    return blocks[SET](all, target, atom, ...values);
  };
  return buildStore(...observed);
}

/** A write from outside of the atoms: by a component of a remote, the shell, an event. */
export interface WriteRecord {
  readonly id: number;
  readonly atom: WrittenAtom;
  /** A remote's id, or 'shell'. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
