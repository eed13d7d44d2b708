import type { ActiveRemotes } from '@patchwork/federation';
import type { FallbackRecord, SharedUse } from '@patchwork/federation/browser';
import type { Mock } from '@patchwork/mock-server';
import type { Atom, createStore } from 'jotai';
import type { CallRecord } from './logs/call-log.ts';
import type { LoadRecord } from './logs/load-log.ts';
import type { WriteRecord } from './logs/observed-store.ts';
import type { RemoteControls } from './remote-controls.ts';

/**
 * What the devtools see and control of a page. The shell provides it, or a remote's stand-alone page;
 * the devtools remote shows it. The atoms are in `store`, and hold the newest record last.
 */
export interface Inspection {
  readonly store: ReturnType<typeof createStore>;
  /** The remotes of this page, overrides included, and what the registry left out, one sentence each. */
  readonly registry: ActiveRemotes;
  readonly problems: readonly string[];
  readonly loadsAtom: Atom<readonly LoadRecord[]>;
  /** Versions of remotes that failed on this page, and the versions that replaced them. */
  readonly fallbacksAtom: Atom<readonly FallbackRecord[]>;
  readonly callsAtom: Atom<readonly CallRecord[]>;
  readonly writesAtom: Atom<readonly WriteRecord[]>;
  readonly clearCalls: () => void;
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
