import type { Inspection } from '@patchwork/devtools-bridge';
import { useEffect, useState } from 'react';
import { sharedValues } from './shared-state.ts';

type Store = Inspection['store'];

const POLL_INTERVAL_MS = 250;

const readAll = (store: Store): readonly unknown[] =>
  sharedValues.map((atom) => {
    try {
      return store.get(atom);
    } catch (error) {
      return error;
    }
  });

/**
 * The shared values, in the order of sharedValues. They are polled instead of subscribed to: a
 * subscription mounts an atom, and a mounted query loads what the page does not need.
 */
export function useValues(store: Store): readonly unknown[] {
  const [values, setValues] = useState(() => readAll(store));
  useEffect(() => {
    const poll = () =>
      setValues((before) => {
        const now = readAll(store);
        return now.every((value, index) => Object.is(value, before[index])) ? before : now;
      });
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [store]);
  return values;
}
