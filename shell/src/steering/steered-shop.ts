import type { Steering } from '@patchwork/devtools-bridge';
import type { ActiveRemotes, ParsedActiveRemotes } from '@patchwork/federation';
import type { FederationRuntime, RemoteLoader } from '@patchwork/federation/browser';
import type { ReactNode } from 'react';

/** The shop as it was served, before anything of it runs. */
export interface ServedShop {
  /** What the registry gives this visitor. */
  readonly registry: ActiveRemotes;
  /** The runtime configuration's `devtools.overrideOrigins`. */
  readonly overrideOrigins: readonly string[] | undefined;
}

/** The shop as it runs. */
export interface RunningShop {
  readonly active: ActiveRemotes;
  readonly loader: Pick<RemoteLoader, 'reload' | 'activeVersion'>;
  /** Asks the router's loaders again: the page on screen is put together anew. */
  readonly revalidate: () => Promise<void>;
}

/**
 * What the boot of a steered page needs, in this order: the registry with this tab's overrides and
 * damages in it, then the rest.
 */
export interface SteeredShop extends ParsedActiveRemotes {
  /** Puts the breakages between the loader and the federation runtime. */
  readonly adjustRuntime: (runtime: FederationRuntime) => FederationRuntime;
  /** The badge stands outside of the frame, and is null while nothing is steered. */
  readonly connect: (shop: RunningShop) => {
    readonly steering: Steering;
    readonly badge: ReactNode;
  };
}
