import { createStoredValue } from '@patchwork/host/storage';
import type { Data } from '../data/database.ts';
import type { MockTables } from '../data/rows.ts';
import type { Checkpoint, MockSettings } from './control.ts';

declare global {
  interface PatchworkStores {
    'mock-state': 'tab';
  }
}

/** Stored state of this tab. Validated by `restoreState`, whose schema is loaded only if something is stored. */
export const storedState = createStoredValue<unknown>({
  name: 'mock-state',
  version: 1,
  parse: (value) => value,
  scope: 'tab',
});

export interface StateOptions {
  readonly defaults: MockSettings;
  /** Whether the page's URL sets `defaults.delay` (`?mock=slow`), which then overrides the stored delay. */
  readonly isDelayForced: boolean;
  /** Whether to store the state for the tab's next page. */
  readonly isKept: boolean;
}

/** Change of the data, with the data before and after it. */
export interface HistoryEntry {
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly cause: string;
  readonly before: MockTables;
  readonly checkpoint: Checkpoint;
}

/** Initial state of a page, without the database's rows. */
export interface FirstState extends Omit<Checkpoint, 'tables'> {
  readonly settings: MockSettings;
}

const MAX_CHANGES = 100;

export type StateManager = ReturnType<typeof createStateManager>;

/** Creates the mock's state: current data, history and settings. */
export function createStateManager(database: Data, first: FirstState) {
  let { settings } = first;
  const tables = database.tables();
  let latest: HistoryEntry = {
    ...{ id: 0, at: Date.now(), cause: 'The data that the page found', before: tables },
    checkpoint: {
      tables,
      scenario: first.scenario,
      sessionsEndedAt: first.sessionsEndedAt,
      clock: first.clock,
    },
  };
  let history: readonly HistoryEntry[] = [latest];
  const listeners = new Set<() => void>();
  const ownData = new Map<object, unknown>();

  function notify(): void {
    for (const listener of [...listeners]) listener();
  }

  function append(cause: string, checkpoint: Checkpoint): void {
    const before = latest.checkpoint.tables;
    latest = { id: latest.id + 1, at: Date.now(), cause, before, checkpoint };
    history = [...history, latest].slice(-MAX_CHANGES);
  }

  /** Adds a history entry if the database has changed. */
  function recordChange(cause = 'Changed in another tab'): void {
    const tables = database.tables();
    if (tables === latest.checkpoint.tables) return;
    append(cause, { ...latest.checkpoint, tables });
    notify();
  }

  return {
    settings: (): MockSettings => settings,
    /** Returns the last 100 changes, oldest first. Returns a new list after each change. */
    history: (): readonly HistoryEntry[] => history,
    /** Returns the current data, including what another tab has just written. */
    checkpoint: (): Checkpoint => {
      recordChange();
      return latest.checkpoint;
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Returns the data of a remote's own API. Handlers change it; it is not part of the history. */
    ownData: (api: { readonly data: () => unknown }): unknown => {
      if (!ownData.has(api)) ownData.set(api, api.data());
      return ownData.get(api);
    },
    /** Lets the data of the remotes' own APIs begin anew. */
    forgetOwnData: () => ownData.clear(),
    setSettings: (next: MockSettings) => {
      settings = next;
      notify();
    },
    /** Replaces the data, and the settings if given. Always adds a history entry. */
    replace: (cause: string, next: Checkpoint, nextSettings = settings) => {
      settings = nextSettings;
      database.replace(next.tables);
      append(cause, { ...next, tables: database.tables() });
      notify();
    },
    recordChange,
  };
}
