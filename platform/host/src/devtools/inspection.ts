import type { createStore } from 'jotai';
import type { SharedUse } from '../browser.ts';
import type { ActiveRemote, ActiveRemotes, SettingValue } from '../index.ts';
import type { Result } from '../result.ts';
import type { PageRecords } from './page-logs.ts';

/** Ways to break a remote on purpose, to see how the shop copes. */
export const breakages = ['unreachable', 'slow', 'corrupt', 'throws', 'shared'] as const;
export type Breakage = (typeof breakages)[number];

/** Whether a breakage keeps a remote's modules from running. If so, an override has no effect either. */
export const stopsModules = (breakage: Breakage): boolean =>
  breakage !== 'slow' && breakage !== 'throws';

/** Replacement of a remote's files by those at another address, in this tab only. */
export interface Override {
  readonly remoteId: string;
  /** URL without a trailing slash: 'http://localhost:3001'. */
  readonly address: string;
}

/** Override that was checked and fits this page. The warnings are for the developer. */
export interface CheckedOverride extends Override {
  readonly remote: ActiveRemote;
  readonly warnings: readonly string[];
}

/** Values of settings by remote id and name. */
export type SettingOverrides = Readonly<Record<string, Readonly<Record<string, SettingValue>>>>;

/** This tab's changes to the remotes, kept in sessionStorage. A link can set only `previews`. */
export interface RemoteChanges {
  /** Names of the previews. They work for everyone; all other changes need devtools in the configuration. */
  readonly previews: readonly string[];
  readonly overrides: readonly Override[];
  /** Breakages by remote id. */
  readonly breakages: Readonly<Record<string, Breakage>>;
  /** Values of settings that this tab has instead of the shop's. */
  readonly settings: SettingOverrides;
  /** Overrides that failed. The page uses the released version instead. */
  readonly failedOverrides: readonly { readonly override: Override; readonly reason: string }[];
}

/** Changes in force on this page, and actions that change them. */
export interface RemoteControls extends Omit<RemoteChanges, 'previews'> {
  /** Fetches and checks the files at an address. Each error is a sentence. */
  checkOverride: (override: Override) => Promise<Result<CheckedOverride, readonly string[]>>;
  /** Stores an override and reloads the page. */
  setOverride: (override: CheckedOverride) => void;
  /** Removes an override that is in force or has failed. Reloads the page only if the override is in force. */
  removeOverride: (remoteId: string) => void;
  /** Breaks a remote, or repairs it if the breakage is `null`, and reloads the page. */
  setBreakage: (remoteId: string, breakage: Breakage | null) => void;
  /** Sets a remote's setting, or gives it the shop's value if `value` is undefined, and reloads the page. */
  setSetting: (remoteId: string, name: string, value: SettingValue | undefined) => void;
  /** Replaces the values of all settings. They are used from the next load on. */
  setSettings: (settings: SettingOverrides) => void;
  /** Fetches a remote's files again and renders its page with them, without reloading the document. */
  reload: (remoteId: string) => Promise<void>;
}

/** What devtools show and control of any host's page. A host adds its own parts, such as its calls and its mock. */
export interface PageInspection extends PageRecords {
  readonly store: ReturnType<typeof createStore>;
  /** Remotes of this page, including overrides. */
  readonly active: ActiveRemotes;
  /** Reasons why entries of the registry were dropped, one sentence each. */
  readonly problems: readonly string[];
  /** Returns the packages that a remote shares with the page; none before the remote's code has loaded. */
  readonly sharedBy: (remoteId: string) => readonly SharedUse[];
  readonly remoteControls: RemoteControls;
}
