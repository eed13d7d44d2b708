import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import type { RemoteLoader } from '../loading/remote-loader.ts';
import type { ActiveRemote, ActiveRemotes } from '../registry/active-remotes.ts';
import { moduleOf } from '../registry/pages-and-slots.ts';

/** The visitor's login state. Fragments whose access excludes the visitor are neither loaded nor shown. */
interface LoginState {
  readonly isLoggedIn: () => boolean;
  /** Subscribes to logins and logouts. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

export interface Remotes {
  /** Remotes that the page started with. Versions that replaced failed ones are known to the loader only. */
  readonly active: ActiveRemotes;
  readonly loader: RemoteLoader;
  /** Slots of the frame, as declared in shell.json. Those of pages and fragments are in `active`. */
  readonly frameSlots: Readonly<Record<string, string>>;
  readonly login: LoginState;
  /** Renders an unfilled slot that has no children. By default nothing is shown. */
  readonly renderEmptySlot?: ((slot: string) => ReactNode) | undefined;
}

/** Context of the page's remotes. Undefined without a shop around, as in a remote's tests. */
export const RemotesContext = createContext<Remotes | undefined>(undefined);

export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a RemotesContext above it');
  return remotes;
}

/** Returns the active version of the remote that fills a slot of the frame; undefined if no remote fills it. */
export function useFiller(slot: string): ActiveRemote | undefined {
  const { active, loader } = useRemotes();
  const chosen = active.remotes.find(({ fragments }) => slot in fragments);
  const activeVersion = () => chosen && loader.activeVersion(chosen);
  const remote = useSyncExternalStore(loader.subscribe, activeVersion, activeVersion);
  return remote && moduleOf(remote, { slot }) === undefined ? undefined : remote;
}
