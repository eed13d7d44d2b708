import { type Mail, renderMail } from '@patchwork/api/mail';
import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { nextDue, passTime } from '../api/time.ts';
import type { Data } from '../data/database.ts';
import { applyDifference, difference, replayableDifference } from '../data/difference.ts';
import type { TableName } from '../data/rows.ts';
import { checkEmails, checkRow, type Row } from '../data/validate.ts';
import type { Checkpoint, DataChange, MockControl, MockSettings, MockState } from './control.ts';
import type { Failures } from './failures.ts';
import { settingsOf, tablesOf } from './scenarios.ts';
import { checkSettings } from './settings.ts';
import { createSnapshot, MAX_CLOCK_MS, readSnapshot, snapshotSchema } from './snapshot.ts';
import {
  type FirstState,
  type HistoryEntry,
  type StateManager,
  type StateOptions,
  storedState,
} from './state.ts';

/* Parts of the mock that only devtools need, or pages of a tab in which devtools have changed it. Other pages don't
   download this. */

const storedSchema = v.strictObject({ ...snapshotSchema.entries, sessionsEndedAt: v.number() });

/**
 * Restores the state that this tab has stored; undefined if it is missing or invalid. The users stay, because all tabs
 * share them.
 */
export function restoreState(
  database: Data,
  { defaults, isDelayForced }: StateOptions,
): FirstState | undefined {
  const stored = v.safeParse(storedSchema, storedState.read());
  if (!stored.success) return undefined;
  const { scenario, sessionsEndedAt, clock = 0, settings } = stored.output;
  const tables = applyDifference(tablesOf(scenario), stored.output.difference);
  if (!tables.ok) return undefined;
  database.replace({ ...tables.value, users: database.tables().users });
  return {
    ...{ scenario, sessionsEndedAt, clock },
    settings: isDelayForced ? { ...settings, delay: defaults.delay } : settings,
  };
}

/**
 * Stores everything but the users. If nothing has changed, stores nothing, so that the next page starts with its own
 * defaults.
 */
function storeState(
  { tables, scenario, sessionsEndedAt, clock }: Checkpoint,
  settings: MockSettings,
  defaults: MockSettings,
): void {
  const base = tablesOf(scenario);
  const steps = replayableDifference(base, { ...tables, users: base.users });
  // If writing fails, an older state must not remain.
  storedState.remove();
  const isAsAtStart = scenario === 'sample' && settings === defaults && clock === 0;
  if (isAsAtStart && steps.length === 0) return;
  storedState.write({ scenario, settings, difference: steps, sessionsEndedAt, clock });
}

/** Returns a history entry for devtools. Computes its difference on first read, because most are never shown. */
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

/** Creates a function that returns the mock's state. It returns the same object until the state changes. */
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
    const { tables, scenario, clock } = (history.at(-1) as HistoryEntry).checkpoint;
    const nextStep = nextDue(tables, settings)?.getTime();
    current = { tables, settings, scenario, clock, nextStep, changes: history.map(changeFor) };
    return current;
  };
}

type Edited = Result<void, readonly string[]>;

/** Creates the functions that change single rows. Invalid rows are refused and change nothing. */
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

/** Stores the tab's state, now and after each change. The database stores the users. */
function keepStored(state: StateManager, defaults: MockSettings): void {
  let stored: readonly unknown[] = [];
  const store = () => {
    const checkpoint = state.checkpoint();
    const { tables, scenario, sessionsEndedAt, clock } = checkpoint;
    const kept = [
      ...[tables.products, tables.categories, state.settings()],
      ...[scenario, sessionsEndedAt, clock],
    ];
    if (kept.every((part, index) => part === stored[index])) return;
    stored = kept;
    storeState(checkpoint, state.settings(), defaults);
  };
  store();
  state.subscribe(store);
}

/** Creates the functions for the mock's clock and mails. */
const createTimeControl = (state: StateManager): Pick<MockControl, 'moveClock' | 'writeMail'> => ({
  moveClock: (by) => {
    const checkpoint = state.checkpoint();
    const settings = state.settings();
    const now = Date.now() + checkpoint.clock;
    const until = by === 'nextStep' ? nextDue(checkpoint.tables, settings)?.getTime() : now + by;
    if (until === undefined) return;
    const ahead = Math.max(0, Math.min(until - now, MAX_CLOCK_MS - checkpoint.clock));
    const clock = checkpoint.clock + ahead;
    const tables = passTime(checkpoint.tables, new Date(now + ahead), settings);
    const hours = Math.round(ahead / 360_000) / 10;
    state.replace(`Moved the clock on by ${hours} h`, { ...checkpoint, clock, tables });
  },
  writeMail: ({ kind, data }) => {
    try {
      return ok(renderMail({ kind, data } as Mail, { shopUrl: window.location.origin }));
    } catch (cause) {
      return err(String(cause));
    }
  },
});

export function createControl(
  state: StateManager,
  failures: Failures,
  { defaults, isKept }: StateOptions,
): MockControl {
  if (isKept) keepStored(state, defaults);
  return {
    read: createReader(state),
    subscribe: state.subscribe,
    ...createRowEdits(state),
    ...createSettingsControl(state, failures, defaults),
    ...createTimeControl(state),
    reset: () => {
      state.forgetOwnData();
      const checkpoint = state.checkpoint();
      state.replace('Reset', { ...checkpoint, tables: tablesOf(checkpoint.scenario), clock: 0 });
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
 * Creates the functions for settings, scenarios and snapshots. Changes that affect failures restart the random numbers.
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
    state.forgetOwnData();
    const sessionsEndedAt = sessionsEndedBy(scenario);
    const checkpoint = { tables: tablesOf(scenario), scenario, sessionsEndedAt, clock: 0 };
    state.replace(`Played ${scenario}`, checkpoint, settingsOf(scenario, defaults));
  },
  exportSnapshot: () => createSnapshot(state.checkpoint(), state.settings()),
  importSnapshot: (input) => {
    const snapshot = readSnapshot(input);
    if (!snapshot.ok) return snapshot;
    const { tables, scenario, settings, clock = 0 } = snapshot.value;
    failures.restart();
    state.forgetOwnData();
    const sessionsEndedAt = sessionsEndedBy(scenario);
    state.replace('Imported a snapshot', { tables, scenario, sessionsEndedAt, clock }, settings);
    return ok(undefined);
  },
});
