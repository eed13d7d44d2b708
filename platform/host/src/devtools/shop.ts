import type { ReactNode } from 'react';
import type { ContainerRuntime, Remotes, regionOf } from '../browser.ts';
import { type ActiveRemotes, isForDevelopers, type ParsedActiveRemotes } from '../index.ts';
import { createStoredValue } from '../storage/stored-value.ts';
import type { Inspection, RemoteControls } from './inspection.ts';
import type { PageLogs } from './page-logs.ts';

/** Shop as served, before any of its code runs. */
export interface ServedShop {
  readonly active: ActiveRemotes;
  /** Devtools section of the runtime configuration. Without it, only previews apply. */
  readonly devtools: { readonly overrideOrigins?: readonly string[] | undefined } | undefined;
}

/** Parts of the running shop that are needed to reload a remote. */
export interface RunningShop {
  readonly remotes: Remotes;
  /** Runs the router's loaders again, so that the current page renders with the new modules. */
  readonly revalidate: () => Promise<void>;
}

/** Parts of the shop that the shell passes to the panel. */
export interface InspectedShop extends RunningShop {
  readonly store: Inspection['store'];
  /** Attributes that mark elements of the shell for the boundaries tab. */
  readonly region: ReturnType<typeof regionOf>;
  readonly problems: readonly string[];
  readonly showError: (message: string) => void;
  readonly logs: PageLogs;
  readonly mock: Inspection['mock'];
  readonly conditions: Inspection['conditions'];
  readonly served: ServedShop;
  /** Controls of a page that started with changes. Otherwise undefined: the panel then creates them. */
  readonly remoteControls: RemoteControls | undefined;
}

/** Remotes of a page with this tab's changes, and functions that the page calls when it starts. */
export interface ChangedShop extends ParsedActiveRemotes {
  /** Whether any change is in force. If not, the page is as released, and the badge lists only what failed. */
  readonly isChanged: boolean;
  /** Adds breakages and the fallback for failing overrides to the federation runtime. */
  readonly adjustRuntime: (runtime: ContainerRuntime) => ContainerRuntime;
  readonly connect: (shop: RunningShop) => {
    readonly remoteControls: RemoteControls;
    /** Badge to render outside of header and footer. Renders nothing if no change is in force and none has failed. */
    readonly badge: ReactNode;
  };
}

/** Removes the remotes for developers: a shop without devtools doesn't have their pages. */
export const withoutDevtools = ({ remotes }: ActiveRemotes): ActiveRemotes => ({
  remotes: remotes.filter((remote) => !isForDevelopers(remote)),
});

/** Hash of the URL if it is a reproduction link, else ''. */
export const reproductionHash = (): string =>
  location.hash.startsWith('#reproduce=') ? location.hash : '';

const storedConditions = createStoredValue({
  name: 'api-conditions',
  version: 1,
  parse: (value) => value,
  scope: 'tab',
});

/** Whether this tab has stored delays, failures or custom responses for a real API (mock-server/src/conditions.ts). */
export const hasStoredConditions = (): boolean => storedConditions.readText() !== null;
