import { createContext, type ReactNode, useContext, useMemo, useSyncExternalStore } from 'react';
import type { RemoteComponent } from '../loading/containers.ts';
import type { RemoteLoader } from '../loading/remote-loader.ts';
import type { ActiveRemotes } from '../registry/active-remotes.ts';
import { moduleOf } from '../registry/pages-and-slots.ts';

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
  /** Renders a slot that no remote fills and that has no children. Left out: nothing. */
  readonly renderEmptySlot?: ((slot: string) => ReactNode) | undefined;
}

/** Undefined where a remote's component is rendered without a shop, as in its tests. */
export const RemotesContext = createContext<Remotes | undefined>(undefined);

export function useRemotes(): Remotes {
  const remotes = useContext(RemotesContext);
  if (!remotes) throw new Error('useRemotes needs a RemotesContext above it');
  return remotes;
}

/** A slot of the frame that a remote fills; another object when another version is active. */
export interface FilledSlot<Props> {
  /** Rejects when the component can't be loaded. */
  load: () => Promise<RemoteComponent<Props>>;
}

/** The slot's content from the remote that fills it; undefined when none does. */
export function useSlot<Props = object>(name: string): FilledSlot<Props> | undefined {
  const { active, loader } = useRemotes();
  const chosen = active.remotes.find(({ fragments }) => name in fragments);
  const activeVersion = () => chosen && loader.activeVersion(chosen);
  const remote = useSyncExternalStore(loader.subscribe, activeVersion, activeVersion);
  return useMemo(() => {
    const target = { slot: name };
    if (!remote || !moduleOf(remote, target)) return undefined;
    return { load: () => loader.load<Props>(remote, target) };
  }, [remote, loader, name]);
}
