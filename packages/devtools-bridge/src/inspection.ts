import type { ActiveRemotes } from '@patchwork/federation';
import type { FallbackRecord, SharedUse } from '@patchwork/federation/browser';
import type { Mock } from '@patchwork/mock-server';
import type { Atom, createStore } from 'jotai';
import type { CallRecord } from './logs/calls.ts';
import type { LoadRecord } from './logs/loads.ts';
import type { WriteRecord } from './logs/writes.ts';
import type { RemoteControls } from './remote-controls.ts';

/**
 * What a page lets its developer see and steer. The page's owner provides it (the shell; a remote's
 * stand-alone page), the devtools remote shows it. The atoms live in `store`, newest record last.
 */
export interface Inspection {
  readonly store: ReturnType<typeof createStore>;
  /** The remotes of this page, overrides included, and what the registry left out, one sentence each. */
  readonly registry: ActiveRemotes;
  readonly problems: readonly string[];
  readonly loadsAtom: Atom<readonly LoadRecord[]>;
  /** Versions of remotes that failed on this page, and what took their place. */
  readonly fallbacksAtom: Atom<readonly FallbackRecord[]>;
  readonly callsAtom: Atom<readonly CallRecord[]>;
  readonly writesAtom: Atom<readonly WriteRecord[]>;
  readonly clearCalls: () => void;
  /** The packages that a remote shares with the page; empty before its code is there. */
  readonly sharedBy: (remoteId: string) => readonly SharedUse[];
  readonly remoteControls: RemoteControls;
  /** Starts the page's mock, or gives the running one; undefined where a real API is configured. */
  readonly mock: (() => Promise<Mock>) | undefined;
}

/** The props of the module that fills the slot 'devtools'. */
export interface DevtoolsPanelProps {
  readonly inspection: Inspection;
  readonly onClose: () => void;
}
