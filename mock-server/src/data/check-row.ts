import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { messagesOf } from './messages.ts';
import { plainCopy } from './plain-copy.ts';
import type { MockTables, TableName } from './rows.ts';
import { rowSchemas } from './rows.ts';

export type Row = MockTables[TableName][number];

/** The row if `table` can hold it, else a message for each field at fault. */
export function checkRow(
  table: TableName,
  row: unknown,
  id?: string,
): Result<Row, readonly string[]> {
  const where = id === undefined ? table : `${table}/${id}`;
  const copy = plainCopy(row);
  if (!copy.ok) return err([`${where}: ${copy.error}`]);
  const parsed = v.safeParse(rowSchemas[table], copy.value);
  if (!parsed.success) return err(messagesOf(where, parsed.issues));
  if (id !== undefined && parsed.output._id !== id) return err([`${where}: _id stays as it is`]);
  return ok(parsed.output);
}

/** A login looks its user up by email: a second user with the same one could not log in. */
export function checkEmails(users: MockTables['users']): Result<void, readonly string[]> {
  const owners = new Map<string, string>();
  for (const { _id, email } of users) {
    const owner = owners.get(email.toLowerCase());
    if (owner !== undefined) return err([`users/${_id}: email is that of users/${owner} already`]);
    owners.set(email.toLowerCase(), _id);
  }
  return ok(undefined);
}
