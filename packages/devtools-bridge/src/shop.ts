import {
  type ActiveRemotes,
  isForDevelopers,
  type ParsedActiveRemotes,
} from '@patchwork/federation';
import type { ContainerRuntime, Remotes, regionOf } from '@patchwork/federation/browser';
import type { ReactNode } from 'react';
import type { Inspection, RemoteControls } from './inspection.ts';
import type { PageLogs } from './page-logs.ts';

/** The shop as it was served, before anything of it runs. */
export interface ServedShop {
  readonly active: ActiveRemotes;
  /** The runtime configuration's. Where it has none, only previews apply. */
  readonly devtools: { readonly overrideOrigins?: readonly string[] | undefined } | undefined;
}

/** The shop as it runs. */
export interface RunningShop {
  readonly remotes: Remotes;
  /** Runs the router's loaders again, so that the page on screen is rendered with fresh modules. */
  readonly revalidate: () => Promise<void>;
}

/** Parts of the shop that the shell passes to the panel. */
export interface InspectedShop extends RunningShop {
  readonly store: Inspection['store'];
  /** Marks what the shell renders, as the boundaries tab shows it. */
  readonly region: ReturnType<typeof regionOf>;
  readonly problems: readonly string[];
  /** Shows a toast. */
  readonly showError: (message: string) => void;
  readonly logs: PageLogs;
  readonly mock: Inspection['mock'];
  readonly served: ServedShop;
  /** Controls of a page that started with changed remotes; otherwise the panel creates them. */
  readonly remoteControls: RemoteControls | undefined;
}

/** Remotes of a page with changes, and what its start needs after them. */
export interface ChangedShop extends ParsedActiveRemotes {
  /** False where nothing of it could be used: the page is as released, and says why. */
  readonly isChanged: boolean;
  /** Puts the breakages between the loader and the federation runtime. */
  readonly adjustRuntime: (runtime: ContainerRuntime) => ContainerRuntime;
  readonly connect: (shop: RunningShop) => {
    readonly remoteControls: RemoteControls;
    /** To be rendered outside of the frame. Null while nothing differs from the release. */
    readonly badge: ReactNode;
  };
}

/** The remotes of a shop without devtools: a remote for developers has no pages there. */
export const withoutDevtools = ({ remotes }: ActiveRemotes): ActiveRemotes => ({
  remotes: remotes.filter((remote) => !isForDevelopers(remote)),
});

/** The hash of the page's address where it is a reproduction link; else ''. */
export const reproductionHash = (): string =>
  location.hash.startsWith('#reproduce=') ? location.hash : '';
