import type { FederationRuntime, Loader, Registry } from '@patchwork/federation';
import type { Steering } from '@patchwork/inspection';
import type { ReactNode } from 'react';

/** The shop as it was served, before anything of it runs. */
export interface ServedShop {
  /** The registry's document, unread. */
  readonly document: unknown;
  /** The runtime configuration's `devtools.overrideOrigins`. */
  readonly overrideOrigins: readonly string[] | undefined;
}

/** The shop as it runs. */
export interface RunningShop {
  readonly registry: Registry;
  readonly loader: Loader;
  /** Asks the router's loaders again: the page on screen is put together anew. */
  readonly revalidate: () => Promise<void>;
}

/** What the boot of a steered page needs, in this order. */
export interface SteeredShop {
  /** The registry's document with this tab's overrides and damages in it. */
  readonly document: unknown;
  /** Puts the breakages between the loader and the federation runtime. */
  readonly adjustRuntime: (runtime: FederationRuntime) => FederationRuntime;
  /** The badge stands outside of the frame, and is null while nothing is steered. */
  readonly connect: (shop: RunningShop) => {
    readonly steering: Steering;
    readonly badge: ReactNode;
  };
}
