import { createContext, type ReactNode } from 'react';
import type { RemoteLoader } from '../fallback/remote-loader.ts';
import type { ActiveRemotes } from '../registry/active-remotes.ts';

/** Whether the visitor is logged in: fragments that are not for them are neither loaded nor shown. */
interface LoginState {
  readonly isLoggedIn: () => boolean;
  /** Calls the listener after each login and logout. Returns how to unsubscribe. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The remotes of this page, and the loader of their components. */
export interface Remotes {
  /** As the page started. A version that failed since is replaced in the loader only. */
  readonly active: ActiveRemotes;
  readonly loader: RemoteLoader;
  /** The slots of the frame, as shell.json declares them; those of pages and fragments are in `active`. */
  readonly frameSlots: Readonly<Record<string, string>>;
  readonly login: LoginState;
  /** What stands in a slot that no remote fills and that has no children. Left out: nothing. */
  readonly renderEmptySlot?: ((slot: string) => ReactNode) | undefined;
}

/** Undefined where a remote's component is rendered without a shop, as in its tests. */
export const RemotesContext = createContext<Remotes | undefined>(undefined);
