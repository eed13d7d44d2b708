import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import type { Database } from '../data/database.ts';
import { applyDifference, difference, replayableDifference } from '../data/difference.ts';
import type { TableName } from '../data/rows.ts';
import { checkEmails, checkRow, type Row } from '../data/validate.ts';
import type { Checkpoint, DataChange, MockControl, MockSettings, MockState } from './control.ts';
import type { Failures } from './failures.ts';
import { settingsOf, tablesOf } from './scenarios.ts';
import { checkSettings } from './settings.ts';
import { createSnapshot, readSnapshot, snapshotSchema } from './snapshot.ts';
import {
  type FirstState,
  type HistoryEntry,
  type StateManager,
  type StateOptions,
  storedState,
} from './state.ts';

/*
 * Everything that only devtools need of the mock, and pages of a tab in which they have changed it: other pages do not
 * download it.
 */

const storedSchema = v.strictObject({ ...snapshotSchema.entries, sessionsEndedAt: v.number() });

/**
 * Restores the products, categories and settings that this tab has stored; undefined if they cannot be read. The users
 * are those that all tabs share.
 */
export function restoreState(
  database: Database,
  { defaults, isDelayForced }: StateOptions,
): FirstState | undefined {
  const stored = v.safeParse(storedSchema, storedState.read());
  if (!stored.success) return undefined;
  const { scenario, sessionsEndedAt, settings } = stored.output;
  const tables = applyDifference(tablesOf(scenario), stored.output.difference);
  if (!tables.ok) return undefined;
  database.replace({ ...tables.value, users: database.tables().users });
  return {
    ...{ scenario, sessionsEndedAt },
    settings: isDelayForced ? { ...settings, delay: defaults.delay } : settings,
  };
}

/**
 * Stores everything but the users. If all is as at the start, nothing is stored: the mock then starts with the page's
 * own defaults.
 */
function storeState(
  { tables, scenario, sessionsEndedAt }: Checkpoint,
  settings: MockSettings,
  defaults: MockSettings,
): void {
  const base = tablesOf(scenario);
  const steps = replayableDifference(base, { ...tables, users: base.users });
  // A write that fails must not leave an older state behind.
  storedState.remove();
  if (scenario === 'sample' && settings === defaults && steps.length === 0) return;
  storedState.write({ scenario, settings, difference: steps, sessionsEndedAt });
}

/** Returns a change. Its difference is computed when it is first read: most changes are never looked at. */
function changeOf({ id, at, cause, before, checkpoint }: HistoryEntry): DataChange {
  let steps: DataChange['difference'] | undefined;
  return {
    ...{ id, at, cause },
    get difference() {
      steps ??= difference(before, checkpoint.tables);
      return steps;
    },
  };
}

/** Creates a function that returns the mock's state: the same object until it changes. */
function createReader(state: StateManager): () => MockState {
  const changes = new WeakMap<HistoryEntry, DataChange>();
  const changeFor = (entry: HistoryEntry): DataChange => {
    const change = changes.get(entry) ?? changeOf(entry);
    changes.set(entry, change);
    return change;
  };
  let history: readonly HistoryEntry[] | undefined;
  let current: MockState | undefined;
  return () => {
    const settings = state.settings();
    if (current && history === state.history() && current.settings === settings) return current;
    history = state.history();
    const { tables, scenario } = (history.at(-1) as HistoryEntry).checkpoint;
    current = { tables, settings, scenario, changes: history.map(changeFor) };
    return current;
  };
}

type Edited = Result<void, readonly string[]>;

/** Creates the functions that change single rows. A row that the table cannot hold is refused, and nothing changes. */
function createRowEdits(
  state: StateManager,
): Pick<MockControl, 'editRow' | 'addRow' | 'removeRow'> {
  const rowsOf = (table: TableName): readonly Row[] => state.checkpoint().tables[table];

  const has = (table: TableName, id: string): boolean =>
    rowsOf(table).some(({ _id }) => _id === id);

  function replaceRows(cause: string, table: TableName, rows: readonly Row[]): Edited {
    const checkpoint = state.checkpoint();
    const tables = { ...checkpoint.tables, [table]: rows };
    const emails = checkEmails(tables.users);
    if (emails.ok) state.replace(cause, { ...checkpoint, tables });
    return emails;
  }

  return {
    editRow: (table, id, input) => {
      if (!has(table, id)) return err([`${table}/${id}: there is no such row`]);
      const row = checkRow(table, input, id);
      if (!row.ok) return row;
      const rows = rowsOf(table).map((other) => (other._id === id ? row.value : other));
      return replaceRows(`Edited ${table}/${id}`, table, rows);
    },
    addRow: (table, input) => {
      const row = checkRow(table, input);
      if (!row.ok) return row;
      const { _id } = row.value;
      if (has(table, _id)) return err([`${table}/${_id}: _id is that of another row`]);
      return replaceRows(`Added ${table}/${_id}`, table, [...rowsOf(table), row.value]);
    },
    removeRow: (table, id) => {
      if (!has(table, id)) return;
      const rows = rowsOf(table).filter(({ _id }) => _id !== id);
      replaceRows(`Removed ${table}/${id}`, table, rows);
    },
  };
}

/** Creates the control that devtools use. */
export function createControl(
  manager: StateManager,
  failures: Failures,
  { defaults, isKept }: StateOptions,
): MockControl {
  const store = () => {
    if (isKept) storeState(manager.checkpoint(), manager.settings(), defaults);
  };
  const state: StateManager = {
    ...manager,
    setSettings: (settings) => {
      manager.setSettings(settings);
      store();
    },
    replace: (...change) => {
      manager.replace(...change);
      store();
    },
  };
  return {
    read: createReader(state),
    subscribe: state.subscribe,
    ...createRowEdits(state),
    ...createSettingsControl(state, failures, defaults),
    reset: () => {
      const checkpoint = state.checkpoint();
      state.replace('Reset', { ...checkpoint, tables: tablesOf(checkpoint.scenario) });
    },
    goBack: (change) => {
      const entry = state.history().find(({ id }) => id === change);
      if (entry) state.replace(`Went back to ${change}`, entry.checkpoint);
    },
  };
}

const sessionsEndedBy = (scenario: string): number =>
  scenario === 'expired-session' ? Date.now() : 0;

/**
 * Creates the functions for settings, scenario and snapshots. Each change that affects which calls fail restarts their
 * count.
 */
const createSettingsControl = (
  state: StateManager,
  failures: Failures,
  defaults: MockSettings,
): Pick<MockControl, 'changeSettings' | 'playScenario' | 'exportSnapshot' | 'importSnapshot'> => ({
  changeSettings: (settings) => {
    const checked = checkSettings({ ...state.settings(), ...settings });
    if (!checked.ok) return checked;
    if ('seed' in settings || 'failures' in settings) failures.restart();
    state.setSettings(checked.value);
    return ok(undefined);
  },
  playScenario: (scenario) => {
    failures.restart();
    const sessionsEndedAt = sessionsEndedBy(scenario);
    const checkpoint = { tables: tablesOf(scenario), scenario, sessionsEndedAt };
    state.replace(`Played ${scenario}`, checkpoint, settingsOf(scenario, defaults));
  },
  exportSnapshot: () => createSnapshot(state.checkpoint(), state.settings()),
  importSnapshot: (input) => {
    const snapshot = readSnapshot(input);
    if (!snapshot.ok) return snapshot;
    const { tables, scenario, settings } = snapshot.value;
    failures.restart();
    const sessionsEndedAt = sessionsEndedBy(scenario);
    state.replace('Imported a snapshot', { tables, scenario, sessionsEndedAt }, settings);
    return ok(undefined);
  },
});
