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

/** Fragments that a server has put into the page's HTML. */
export interface FragmentsInHtml {
  /** Keys of these fragments, as `fragmentKey` returns them. */
  readonly keys: Set<string>;
  /** Whether the page's data is still that of the HTML. A fragment that arrives later is rendered again. */
  readonly isCurrent: () => boolean;
}

interface MarkedFragment {
  /** Id of the fragment's remote. */
  readonly remote: string;
  readonly slot: string;
  readonly props: object | undefined;
  readonly element: ReactNode;
}

export interface Remotes {
  /** Remotes that the page started with. Versions that replaced failed ones are known to the loader only. */
  readonly active: ActiveRemotes;
  readonly loader: RemoteLoader;
  /** Slots of the frame, as declared in shell.json. Those of pages and fragments are in `active`. */
  readonly frameSlots: Readonly<Record<string, string>>;
  readonly login: LoginState;
  /** Language of the document; English by default. */
  readonly language?: string | undefined;
  /** While a page is hydrated: the fragments in its HTML. */
  readonly inHtml?: FragmentsInHtml | undefined;
  /** On a server: marks the element of a fragment that may be in the page's HTML. */
  readonly markFragment?: ((fragment: MarkedFragment) => ReactNode) | undefined;
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
