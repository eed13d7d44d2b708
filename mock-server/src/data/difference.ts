import { createPatch, type Operation } from 'rfc6902';
import type { Row } from './check-row.ts';
import type { MockTables, TableName } from './rows.ts';

/**
 * One step of a difference, as RFC 6902 writes it. The document has each table as an object of its
 * rows by _id: '/products/puddle-raincoat/price', '/users/asha-rao/cart/0/qty'.
 */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

/*
 * The document that the steps are about has each table as an object of its rows by _id, so that a
 * path names the row: '/products/puddle-raincoat/price'. Such a path tells no place in the table:
 * applied, the steps leave rows where they are and put new ones last.
 */

export const tableNames = ['products', 'categories', 'users'] as const;

/**
 * From `before` to `after`, to be read. Rows that are the same object are not looked into. A row that
 * is put back between others is one step, which names no place.
 */
export const difference = (before: MockTables, after: MockTables): readonly PatchStep[] =>
  stepsBetween(before, after, false);

/** From `before` to `after`, to be applied: every row ends in its place. */
export const replayableDifference = (before: MockTables, after: MockTables): readonly PatchStep[] =>
  stepsBetween(before, after, true);

const stepsBetween = (
  before: MockTables,
  after: MockTables,
  isReplayable: boolean,
): readonly PatchStep[] =>
  tableNames.flatMap((table) =>
    before[table] === after[table]
      ? []
      : tableDifference(table, before[table], after[table], isReplayable),
  );

function tableDifference(
  table: TableName,
  before: readonly Row[],
  after: readonly Row[],
  isReplayable: boolean,
): readonly PatchStep[] {
  const left = new Set(after.map(({ _id }) => _id));
  const steps: PatchStep[] = before
    .filter(({ _id }) => !left.has(_id))
    .map(({ _id }) => ({ op: 'remove', path: pathOf(table, _id) }));
  const found = new Map(before.map((row, place) => [row._id, { row, place }]));
  let lastPlace = -1;
  for (const row of after) {
    const path = pathOf(table, row._id);
    const known = found.get(row._id);
    if (known && known.place > lastPlace) {
      lastPlace = known.place;
      if (known.row !== row) steps.push(...rowDifference(path, known.row, row));
    } else {
      if (known) steps.push({ op: 'remove', path });
      steps.push({ op: 'add', path, value: row });
      // What comes after a row that goes last goes last as well.
      if (isReplayable) lastPlace = before.length;
    }
  }
  return steps;
}

const pathOf = (table: TableName, id: string): string =>
  `/${table}/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const rowDifference = (path: string, before: Row, after: Row): readonly PatchStep[] =>
  // Its differences are made of these three steps alone; 'move', 'copy' and 'test' are for applying.
  (createPatch(before, after, replaceAsWhole) as PatchStep[]).map((step) => ({
    ...step,
    path: path + step.path,
  }));

/** The library compares each entry with each other one. */
const maxComparisons = 10_000;

const replaceAsWhole = (
  before: unknown,
  after: unknown,
  at: { toString(): string },
): Operation[] | undefined =>
  areLong(before, after) || idOf(before) !== idOf(after)
    ? [{ op: 'replace', path: at.toString(), value: after }]
    : undefined;

const areLong = (before: unknown, after: unknown): boolean =>
  Array.isArray(before) && Array.isArray(after) && before.length * after.length > maxComparisons;

/** One line of a cart does not turn into another, field by field. */
const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, '_id') : undefined;
