import type { ActiveRemotes } from '@patchwork/federation';
import type { SharedUse } from '@patchwork/federation/browser';
import type { Mock } from '@patchwork/mock-server';
import type { createStore } from 'jotai';
import type { PageRecords } from './page-logs.ts';
import type { RemoteControls } from './remote-controls.ts';

/**
 * Everything that the devtools see and control of a page. The shell provides it, or a remote's stand-alone page;
 * the devtools remote shows it.
 */
export interface Inspection extends PageRecords {
  readonly store: ReturnType<typeof createStore>;
  /** The remotes of this page, overrides included, and what the registry left out, one sentence each. */
  readonly active: ActiveRemotes;
  readonly problems: readonly string[];
  /** The packages that a remote shares with the page; empty before its code has loaded. */
  readonly sharedBy: (remoteId: string) => readonly SharedUse[];
  readonly remoteControls: RemoteControls;
  /** Starts the page's mock, or returns the running one; undefined where a real API is configured. */
  readonly mock: (() => Promise<Mock>) | undefined;
}

/** The props of the module that fills the slot 'devtools'. */
export interface DevtoolsPanelProps {
  readonly inspection: Inspection;
  readonly onClose: () => void;
}
