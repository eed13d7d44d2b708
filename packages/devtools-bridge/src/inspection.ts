import type { Result } from '@patchwork/domain';
import type { ActiveRemote, ActiveRemotes } from '@patchwork/federation';
import type { SharedUse } from '@patchwork/federation/browser';
import type { ConditionsControl, Mock } from '@patchwork/mock-server';
import type { createStore } from 'jotai';
import type { PageRecords } from './page-logs.ts';

/** Ways to break a remote on purpose, to see what its absence or fault does to the shop. */
export const breakages = ['unreachable', 'slow', 'corrupt', 'throws', 'shared'] as const;
export type Breakage = (typeof breakages)[number];

/** Whether a breakage keeps a remote's modules from running, those of its override too. */
export const stopsModules = (breakage: Breakage): boolean =>
  breakage !== 'slow' && breakage !== 'throws';

/** A remote whose files come, in this tab only, from an address other than the registry's. */
export interface Override {
  readonly remoteId: string;
  /** Address without a slash at the end: 'http://localhost:3001'. */
  readonly address: string;
}

/** An override whose address was checked and fits this page. The warnings are for the developer. */
export interface CheckedOverride extends Override {
  readonly remote: ActiveRemote;
  readonly warnings: readonly string[];
}

/** Changes of this tab to the remotes, kept in sessionStorage. A link can set the previews only. */
export interface RemoteChanges {
  /** Names of the previews. All other changes are a developer's, and apply only if the configuration has devtools. */
  readonly previews: readonly string[];
  readonly overrides: readonly Override[];
  /** Breakages by the id of their remote. */
  readonly breakages: Readonly<Record<string, Breakage>>;
  /** Overrides that failed: the released version is used instead. */
  readonly failedOverrides: readonly { readonly override: Override; readonly reason: string }[];
}

/** The changes in force on this page, and the actions that change them. */
export interface RemoteControls extends Omit<RemoteChanges, 'previews'> {
  /** Fetches and checks what an address serves; each error is a sentence that names one problem. */
  checkOverride: (override: Override) => Promise<Result<CheckedOverride, readonly string[]>>;
  /** Stores an override, and reloads the page with it. */
  setOverride: (override: CheckedOverride) => void;
  /** Returns to the released version; reloads the page if the override is in force. */
  removeOverride: (remoteId: string) => void;
  /** Breaks a remote, or repairs it (null), and reloads the page. */
  setBreakage: (remoteId: string, breakage: Breakage | null) => void;
  /** Fetches the remote's files again and renders its page with them, without a reload. */
  reload: (remoteId: string) => Promise<void>;
}

/**
 * Everything of a page that the devtools show and control. The shell or a remote's stand-alone page provides it; the
 * devtools remote shows it.
 */
export interface Inspection extends PageRecords {
  readonly store: ReturnType<typeof createStore>;
  /** The remotes of this page, overrides included. */
  readonly active: ActiveRemotes;
  /** Reasons why entries of the registry were left out, one sentence each. */
  readonly problems: readonly string[];
  /** The packages that a remote shares with the page; empty before its code has loaded. */
  readonly sharedBy: (remoteId: string) => readonly SharedUse[];
  readonly remoteControls: RemoteControls;
  /** Starts the page's mock, or returns the running one; undefined if a real API is configured. */
  readonly mock: (() => Promise<Mock>) | undefined;
  /** Starts delay, failures and own responses of a real API; undefined if the page has a mock. */
  readonly conditions: (() => Promise<ConditionsControl>) | undefined;
}

/** The props of the module that fills the slot 'devtools'. */
export interface DevtoolsPanelProps {
  readonly inspection: Inspection;
  readonly onClose: () => void;
}
