import { createContext } from 'react';

/** Hides the panel while something on the page is picked, and shows it again. Does nothing outside the panel. */
export const PanelAside = createContext<(isAside: boolean) => void>(() => undefined);
