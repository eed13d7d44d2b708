import { err, ok, type Result } from '@patchwork/domain';
import type { TableName } from '../data/rows.ts';
import { checkEmails, checkRow, type Row } from '../data/validate.ts';
import type { MockControl } from './control.ts';
import type { Failures } from './failures.ts';
import { settingsOf, tablesOf } from './scenarios.ts';
import { checkSettings } from './settings.ts';
import { createSnapshot, readSnapshot } from './snapshot.ts';
import type { StateManager, StateOptions } from './state.ts';

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
export const createControl = (
  state: StateManager,
  failures: Failures,
  options: StateOptions,
): MockControl => ({
  read: state.read,
  subscribe: state.subscribe,
  ...createRowEdits(state),
  ...createSettingsControl(state, failures, options),
  reset: () => {
    const checkpoint = state.checkpoint();
    state.replace('Reset', { ...checkpoint, tables: tablesOf(checkpoint.scenario) });
  },
  goBack: (change) => {
    const checkpoint = state.checkpointAfter(change);
    if (checkpoint) state.replace(`Went back to ${change}`, checkpoint);
  },
});

const sessionsEndedBy = (scenario: string): number =>
  scenario === 'expired-session' ? Date.now() : 0;

/**
 * Creates the functions for settings, scenario and snapshots. Each change that affects which calls fail restarts their
 * count.
 */
const createSettingsControl = (
  state: StateManager,
  failures: Failures,
  { defaults }: StateOptions,
): Pick<MockControl, 'changeSettings' | 'playScenario' | 'exportSnapshot' | 'importSnapshot'> => ({
  changeSettings: (settings) => {
    const checked = checkSettings({ ...state.read().settings, ...settings });
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
  exportSnapshot: () => createSnapshot(state.checkpoint(), state.read().settings),
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
