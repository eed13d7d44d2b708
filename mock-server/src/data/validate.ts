import { emailKeyOf, err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { type MockTables, rowSchemas, type TableName } from './rows.ts';

/** Property names that lead to an object's prototype. No valid data contains them. */
const reserved = new Set(['__proto__', 'constructor', 'prototype']);

export const isReserved = (name: string): boolean => reserved.has(name);

/** Maximum length in characters: more than anyone types, but few enough to validate without a noticeable delay. */
const maxLength = 2_000_000;
const maxDepth = 20;

/** Copies a value as plain JSON. The error says what is wrong with the value, such as 'is not JSON'. */
export function plainCopy(value: unknown): Result<unknown, string> {
  const text = write(value);
  if (text === undefined) return err('is not JSON');
  if (text.length > maxLength) return err(`has more than ${maxLength} characters`);
  const copy: unknown = JSON.parse(text);
  const fault = faultIn(copy, maxDepth);
  return fault === undefined ? ok(copy) : err(fault);
}

/** Serializes a value as JSON; undefined if that is impossible: for a cycle, a function, or extreme nesting. */
function write(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

function faultIn(value: unknown, levels: number): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (levels === 0) return `is nested more than ${maxDepth} levels deep`;
  for (const [name, inner] of Object.entries(value)) {
    const fault = isReserved(name) ? `has a field named ${name}` : faultIn(inner, levels - 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

const MAX_MESSAGES = 20;

/** Lists a message for each fault, up to 20: 'products/<id>: price is a whole number written as text'. */
export const messagesOf = (
  where: string,
  issues: readonly v.BaseIssue<unknown>[],
): readonly string[] => [
  ...new Set(issues.slice(0, MAX_MESSAGES).map((issue) => `${where}: ${messageOf(issue)}`)),
];

function messageOf(issue: v.BaseIssue<unknown>): string {
  const field = v.getDotPath(issue);
  if (field === null) return issue.type.endsWith('object') ? 'is an object' : issue.message;
  if (!issue.type.endsWith('object')) return `${field} ${issue.message}`;
  if (issue.expected === 'never') return `${field} is no field of it`;
  return issue.path?.at(-1)?.origin === 'key' ? `${field} is missing` : `${field} is an object`;
}

export type Row = MockTables[TableName][number];

/** Validates a row of `table`. The error has a message for each fault, up to 20. */
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

/** Refuses two users with the same email. The second one could never log in. */
export function checkEmails(users: MockTables['users']): Result<void, readonly string[]> {
  const owners = new Map<string, string>();
  for (const { _id, email } of users) {
    const owner = owners.get(emailKeyOf(email));
    if (owner !== undefined) return err([`users/${_id}: email is that of users/${owner} already`]);
    owners.set(emailKeyOf(email), _id);
  }
  return ok(undefined);
}
