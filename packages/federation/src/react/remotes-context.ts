import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { RemoteLoader } from '../loading/remote-loader.ts';
import type { ActiveRemote, ActiveRemotes } from '../registry/active-remotes.ts';
import { moduleOf } from '../registry/pages-and-slots.ts';

/** Login state of the visitor: fragments that are not for them are neither loaded nor shown. */
interface LoginState {
  readonly isLoggedIn: () => boolean;
  /** Calls the listener after each login and logout. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** The remotes of this page, and the loader of their components. */
export interface Remotes {
  /** Remotes that the page started with. A version that has failed since is replaced in the loader only. */
  readonly active: ActiveRemotes;
  readonly loader: RemoteLoader;
  /** The slots of the frame, as shell.json declares them; those of pages and fragments are in `active`. */
  readonly frameSlots: Readonly<Record<string, string>>;
  readonly login: LoginState;
  /** Renders a slot that no remote fills and that has no children. By default nothing is shown. */
  readonly renderEmptySlot?: ((slot: string) => ReactNode) | undefined;
}

/** Context of the page's remotes. Undefined if a remote's component is rendered without a shop, as in its tests. */
export const RemotesContext = createContext<Remotes | undefined>(undefined);

export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a RemotesContext above it');
  return remotes;
}

/** Returns the active version of the remote that fills a slot of the frame; undefined when none does. */
export function useFiller(slot: string): ActiveRemote | undefined {
  const { active, loader } = useRemotes();
  const chosen = active.remotes.find(({ fragments }) => slot in fragments);
  const activeVersion = () => chosen && loader.activeVersion(chosen);
  const remote = useSyncExternalStore(loader.subscribe, activeVersion, activeVersion);
  return remote && moduleOf(remote, { slot }) === undefined ? undefined : remote;
}
