import {
  type ActiveRemotes,
  isForDevelopers,
  type ParsedActiveRemotes,
} from '@patchwork/federation';
import type { ContainerRuntime, Remotes, regionOf } from '@patchwork/federation/browser';
import { createStoredValue } from '@patchwork/storage';
import type { ReactNode } from 'react';
import type { Inspection, RemoteControls } from './inspection.ts';
import type { PageLogs } from './page-logs.ts';

/** The shop as it was served, before any of its code runs. */
export interface ServedShop {
  readonly active: ActiveRemotes;
  /** Devtools of the runtime configuration. If it has none, only previews apply. */
  readonly devtools: { readonly overrideOrigins?: readonly string[] | undefined } | undefined;
}

/** Parts of the running shop that reloading a remote needs. */
export interface RunningShop {
  readonly remotes: Remotes;
  /** Runs the router's loaders again, so that the page on screen is rendered with fresh modules. */
  readonly revalidate: () => Promise<void>;
}

/** Parts of the shop that the shell passes to the panel. */
export interface InspectedShop extends RunningShop {
  readonly store: Inspection['store'];
  /** Attributes that mark what the shell renders, for the boundaries tab. */
  readonly region: ReturnType<typeof regionOf>;
  readonly problems: readonly string[];
  /** Shows a toast. */
  readonly showError: (message: string) => void;
  readonly logs: PageLogs;
  readonly mock: Inspection['mock'];
  readonly conditions: Inspection['conditions'];
  readonly served: ServedShop;
  /** Controls of a page that started with changed remotes; otherwise the panel creates them. */
  readonly remoteControls: RemoteControls | undefined;
}

/** Remotes of a page with this tab's changes, and what else the page's start needs. */
export interface ChangedShop extends ParsedActiveRemotes {
  /** False if no change could be applied: the page is as released, and its badge says why. */
  readonly isChanged: boolean;
  /** Adds the breakages, and the return from overrides that fail, to the federation runtime. */
  readonly adjustRuntime: (runtime: ContainerRuntime) => ContainerRuntime;
  readonly connect: (shop: RunningShop) => {
    readonly remoteControls: RemoteControls;
    /** Element to be rendered outside of the frame. Shows nothing if nothing differs from the release. */
    readonly badge: ReactNode;
  };
}

/** Leaves out the remotes for developers, which have no pages in a shop without devtools. */
export const withoutDevtools = ({ remotes }: ActiveRemotes): ActiveRemotes => ({
  remotes: remotes.filter((remote) => !isForDevelopers(remote)),
});

/** The hash of the page's address where it is a reproduction link; else ''. */
export const reproductionHash = (): string =>
  location.hash.startsWith('#reproduce=') ? location.hash : '';

const storedConditions = createStoredValue({
  name: 'api-conditions',
  version: 1,
  parse: (value) => value,
  scope: 'tab',
});

/** Whether this tab has stored delay, failures or own responses for a real API (mock-server/src/conditions.ts). */
export const hasStoredConditions = (): boolean => storedConditions.readText() !== null;
