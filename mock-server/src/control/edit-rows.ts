import { err, type Result } from '@patchwork/domain';
import { checkEmails, checkRow, type Row } from '../data/check-row.ts';
import type { TableName } from '../data/rows.ts';
import type { MockControl } from './control.ts';
import type { StateManager } from './state.ts';

type Edited = Result<void, readonly string[]>;

/** Changes single rows. A row that the table cannot hold is refused, and nothing changes. */
export function createRowEdits(
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
