import type { Inspection } from '@patchwork/devtools-bridge';
import { useEffect, useState } from 'react';
import { sharedValues } from './shared-atoms.ts';

type Store = Inspection['store'];

/** Milliseconds between two looks. */
const pause = 250;

const readAll = (store: Store): readonly unknown[] =>
  sharedValues.map(({ atom }) => {
    try {
      return store.get(atom);
    } catch (error) {
      return error;
    }
  });

/**
 * The shared values, in the order of sharedValues. They are looked at again and again instead of
 * being subscribed to: a subscriber mounts an atom, and a mounted query loads what nobody asked for.
 */
export function useValues(store: Store): readonly unknown[] {
  const [values, setValues] = useState(() => readAll(store));
  useEffect(() => {
    const look = () =>
      setValues((before) => {
        const now = readAll(store);
        return now.every((value, index) => Object.is(value, before[index])) ? before : now;
      });
    look();
    const timer = setInterval(look, pause);
    return () => clearInterval(timer);
  }, [store]);
  return values;
}
