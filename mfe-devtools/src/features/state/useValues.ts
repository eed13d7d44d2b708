import type { Inspection } from '@patchwork/devtools-bridge';
import { useEffect, useState } from 'react';
import { sharedValues } from './shared-state.ts';

type Store = Inspection['store'];

const POLL_INTERVAL_MS = 250;

function read(store: Store, shared: ReturnType<typeof sharedValues>[number]) {
  try {
    return { shared, value: store.get(shared) };
  } catch (error) {
    return { shared, value: error };
  }
}

const readAll = (store: Store) => sharedValues().map((shared) => read(store, shared));

/**
 * Shared values with what they hold now, by name. They are polled instead of subscribed to: a
 * subscription mounts an atom, and a mounted query loads what the page does not need.
 */
export function useValues(store: Store): ReturnType<typeof readAll> {
  const [values, setValues] = useState(() => readAll(store));
  useEffect(() => {
    const poll = () =>
      setValues((before) => {
        const now = readAll(store);
        const isSame =
          now.length === before.length &&
          now.every(
            ({ shared, value }, index) =>
              shared === before[index]?.shared && Object.is(value, before[index].value),
          );
        return isSame ? before : now;
      });
    poll();
    const timer = setInterval(poll, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [store]);
  return values;
}
