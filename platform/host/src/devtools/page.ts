import type { ContainerRuntime, Remotes } from '../browser.ts';
import { type ActiveRemotes, isForDevelopers, type ParsedActiveRemotes } from '../index.ts';
import type { RemoteControls } from './inspection.ts';
import type { OpenedPreviews } from './open-previews.ts';

/** Page as served, before any of its code runs. */
export interface ServedPage {
  readonly active: ActiveRemotes;
  /** Devtools section of the runtime configuration. Without it, only previews apply. */
  readonly devtools: { readonly overrideOrigins?: readonly string[] | undefined } | undefined;
}

/** Parts of the running page that are needed to reload a remote. */
export interface RunningPage {
  readonly remotes: Remotes;
  /** Runs the router's loaders again, so that the current page renders with the new modules. */
  readonly revalidate: () => Promise<void>;
}

/** Remotes of a page with this tab's changes, and functions that the page calls when it starts. */
export interface ChangedPage extends ParsedActiveRemotes {
  /** Whether any change is in force. If not, the page is as released, and a badge lists only what failed. */
  readonly isChanged: boolean;
  /** Adds breakages and the fallback for failing overrides to the federation runtime. */
  readonly adjustRuntime: (runtime: ContainerRuntime) => ContainerRuntime;
  readonly connect: (page: RunningPage) => {
    readonly remoteControls: RemoteControls;
    readonly previews: OpenedPreviews;
  };
}

/** Removes the remotes for developers: a page without devtools doesn't have their pages. */
export const withoutDevtools = ({ remotes }: ActiveRemotes): ActiveRemotes => ({
  remotes: remotes.filter((remote) => !isForDevelopers(remote)),
});

/** Hash of the URL if it is a reproduction link, else ''. */
export const reproductionHash = (): string =>
  location.hash.startsWith('#reproduce=') ? location.hash : '';
