import { servicesAtom } from '@patchwork/shop';
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/* The shop's store for React 18. The hooks of jotai and the shop's components belong to the shop's React. */

const StoreContext = createContext(null);
export const StoreProvider = StoreContext.Provider;

/** Returns an atom's value in the shop's store. */
export function useAtomValue(atom) {
  const store = useContext(StoreContext);
  const subscribe = useCallback((onChange) => store.sub(atom, onChange), [store, atom]);
  return useSyncExternalStore(subscribe, () => store.get(atom));
}

/** Returns a function that runs an action of the shop's store. */
export function useSetAtom(action) {
  const store = useContext(StoreContext);
  return (...args) => store.set(action, ...args);
}

const opensElsewhere = ({ button, altKey, ctrlKey, metaKey, shiftKey }) =>
  button !== 0 || altKey || ctrlKey || metaKey || shiftKey;

/** A link to a page of the shop, which opens without loading a document. */
export function Link({ to, children }) {
  const { navigate } = useAtomValue(servicesAtom);
  function open(event) {
    if (opensElsewhere(event)) return;
    event.preventDefault();
    void navigate(to);
  }
  return (
    <a href={to} onClick={open}>
      {children}
    </a>
  );
}
