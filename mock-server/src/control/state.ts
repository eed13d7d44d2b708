import { createStoredValue } from '@patchwork/storage';
import * as v from 'valibot';
import type { Database } from '../data/database.ts';
import { applyDifference, difference, replayableDifference } from '../data/difference.ts';
import type { MockTables } from '../data/rows.ts';
import type { Checkpoint, DataChange, MockSettings, MockState } from './control.ts';
import { tablesOf } from './scenarios.ts';
import { snapshotSchema } from './snapshot.ts';

declare global {
  interface PatchworkStores {
    'mock-state': 'tab';
  }
}

const stored = createStoredValue({
  name: 'mock-state',
  version: 1,
  parse: v.parser(v.strictObject({ ...snapshotSchema.entries, sessionsEndedAt: v.number() })),
  scope: 'tab',
});

/** Reads the state that this tab has stored. Its users are those of the scenario: the real ones are stored for all tabs. */
function readState() {
  const state = stored.read();
  if (!state) return undefined;
  const tables = applyDifference(tablesOf(state.scenario), state.difference);
  return tables.ok ? { ...state, tables: tables.value } : undefined;
}

/**
 * Stores everything but the users. If all is as at the start, nothing is stored: the mock then starts with the page's
 * own defaults.
 */
function writeState(
  { tables, scenario, sessionsEndedAt }: Checkpoint,
  settings: MockSettings,
  defaults: MockSettings,
): void {
  const base = tablesOf(scenario);
  const steps = replayableDifference(base, { ...tables, users: base.users });
  // A write that fails must not leave an older state behind.
  stored.remove();
  if (scenario === 'sample' && settings === defaults && steps.length === 0) return;
  stored.write({ scenario, settings, difference: steps, sessionsEndedAt });
}

export interface StateOptions {
  readonly defaults: MockSettings;
  /** Whether the page's address asks for the default delay, whatever this tab has stored. */
  readonly isDelayForced: boolean;
  /** Whether the tab stores the state for its next page. */
  readonly isKept: boolean;
}

interface HistoryEntry {
  readonly change: DataChange;
  readonly checkpoint: Checkpoint;
}

const MAX_CHANGES = 100;

/** Returns a change. Its difference is computed when it is first read: most changes are never looked at. */
function changeOf(id: number, cause: string, before: MockTables, after: MockTables): DataChange {
  let steps: DataChange['difference'] | undefined;
  return {
    id,
    at: Date.now(),
    cause,
    get difference() {
      steps ??= difference(before, after);
      return steps;
    },
  };
}

/** Restores the tab's products, categories and settings. The users are those that all tabs share. */
function restore(database: Database, { defaults, isDelayForced, isKept }: StateOptions) {
  const stored = isKept ? readState() : undefined;
  if (stored) database.replace({ ...stored.tables, users: database.tables().users });
  const { scenario = 'sample', sessionsEndedAt = 0, settings = defaults } = stored ?? {};
  return {
    checkpoint: { tables: database.tables(), scenario, sessionsEndedAt },
    settings: isDelayForced && stored ? { ...settings, delay: defaults.delay } : settings,
  };
}

export type StateManager = ReturnType<typeof createStateManager>;

/** Creates the mock's state: its data now, the changes that led there, and its settings. */
export function createStateManager(database: Database, options: StateOptions) {
  const restored = restore(database, options);
  let { settings } = restored;
  let latest: HistoryEntry = {
    change: { id: 0, at: Date.now(), cause: 'The data that the page found', difference: [] },
    checkpoint: restored.checkpoint,
  };
  let history: readonly HistoryEntry[] = [latest];
  let state: MockState | undefined;
  const listeners = new Set<() => void>();

  function notify(): void {
    state = undefined;
    for (const listener of [...listeners]) listener();
  }

  function append(cause: string, checkpoint: Checkpoint): void {
    const before = latest.checkpoint.tables;
    const change = changeOf(latest.change.id + 1, cause, before, checkpoint.tables);
    latest = { change, checkpoint };
    history = [...history, latest].slice(-MAX_CHANGES);
  }

  /** Adds a change to the history if the database has changed. */
  function recordChange(cause = 'Changed in another tab'): void {
    const tables = database.tables();
    if (tables === latest.checkpoint.tables) return;
    append(cause, { ...latest.checkpoint, tables });
    notify();
  }

  function store(): void {
    if (options.isKept) writeState(latest.checkpoint, settings, options.defaults);
    notify();
  }

  return {
    read: (): MockState => {
      const { tables, scenario } = latest.checkpoint;
      state ??= { tables, settings, scenario, changes: history.map(({ change }) => change) };
      return state;
    },
    /** Returns the data now, with what another tab has just written. */
    checkpoint: (): Checkpoint => {
      recordChange();
      return latest.checkpoint;
    },
    /** Returns the data after the listed change with this id. */
    checkpointAfter: (id: number) => history.find(({ change }) => change.id === id)?.checkpoint,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    setSettings: (next: MockSettings) => {
      settings = next;
      store();
    },
    /** Replaces the data, and the settings if they are given. Always listed as a change. */
    replace: (cause: string, next: Checkpoint, nextSettings = settings) => {
      settings = nextSettings;
      database.replace(next.tables);
      append(cause, { ...next, tables: database.tables() });
      store();
    },
    recordChange,
  };
}
