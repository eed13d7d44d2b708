import { useSyncExternalStore } from 'react';

const followNothing = () => () => undefined;
const isTrue = () => true;
const isFalse = () => false;

/** Returns false on the server and while React hydrates its HTML, and true from then on. */
export const useIsHydrated = (): boolean => useSyncExternalStore(followNothing, isTrue, isFalse);
