import { createPatch, type Operation } from 'rfc6902';
import type { Row } from './check-row.ts';
import type { MockTables, TableName } from './rows.ts';

/**
 * One step of a difference, as RFC 6902 writes it. The document has each table as an object of its
 * rows by _id: '/products/puddle-raincoat/price', '/users/asha-rao/cart/0/qty'. So a path does not
 * name a row's position: an added row is the last of its table.
 */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

export const tableNames = ['products', 'categories', 'users'] as const;

/**
 * From `before` to `after`, for a person to read: a row that is added between others is one step.
 * Rows that are the same object are not compared.
 */
export const difference = (before: MockTables, after: MockTables): readonly PatchStep[] =>
  tableNames.flatMap((table) => tableDifference(table, before[table], after[table], false));

/** The same, for `applyDifference`: the rows after an added one are added again, for their order. */
export const replayableDifference = (before: MockTables, after: MockTables): readonly PatchStep[] =>
  tableNames.flatMap((table) => tableDifference(table, before[table], after[table], true));

function tableDifference(
  table: TableName,
  before: readonly Row[],
  after: readonly Row[],
  isReplayable: boolean,
): readonly PatchStep[] {
  if (before === after) return [];
  const remaining = new Set(after.map(({ _id }) => _id));
  const steps: PatchStep[] = before
    .filter(({ _id }) => !remaining.has(_id))
    .map(({ _id }) => ({ op: 'remove', path: pathOf(table, _id) }));
  const earlier = new Map(before.map((row, index) => [row._id, { row, index }]));
  let lastIndex = -1;
  for (const row of after) {
    const path = pathOf(table, row._id);
    const known = earlier.get(row._id);
    if (known && known.index > lastIndex) {
      lastIndex = known.index;
      if (known.row !== row) steps.push(...rowDifference(path, known.row, row));
    } else {
      if (known) steps.push({ op: 'remove', path });
      steps.push({ op: 'add', path, value: row });
      if (isReplayable) lastIndex = before.length;
    }
  }
  return steps;
}

const pathOf = (table: TableName, id: string): string =>
  `/${table}/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const rowDifference = (path: string, before: Row, after: Row): readonly PatchStep[] =>
  // createPatch makes these three kinds of steps only, no 'move', 'copy' or 'test'.
  (createPatch(before, after, replaceAsWhole) as PatchStep[]).map((step) => ({
    ...step,
    path: path + step.path,
  }));

/** The library compares each entry of a list with each entry of the other. */
const MAX_COMPARISONS = 10_000;

const replaceAsWhole = (
  before: unknown,
  after: unknown,
  at: { toString: () => string },
): Operation[] | undefined =>
  areLong(before, after) || idOf(before) !== idOf(after)
    ? [{ op: 'replace', path: at.toString(), value: after }]
    : undefined;

const areLong = (before: unknown, after: unknown): boolean =>
  Array.isArray(before) && Array.isArray(after) && before.length * after.length > MAX_COMPARISONS;

/** A cart's line with another id is another line, and no change of fields. */
const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, '_id') : undefined;
