import { createPatch, type Operation } from 'rfc6902';
import type { Row } from './check-row.ts';
import type { MockTables, PatchStep, TableName } from './control.ts';

/*
 * The document that the steps are about has each table as an object of its rows by _id, so that a
 * path names the row: '/products/puddle-raincoat/price'. Rows keep their places, new ones go last.
 */

export const tableNames = ['products', 'categories', 'users'] as const;

/** From `before` to `after`. Rows that are the same object are not looked into. */
export const difference = (before: MockTables, after: MockTables): readonly PatchStep[] =>
  tableNames.flatMap((table) =>
    before[table] === after[table] ? [] : tableDifference(table, before[table], after[table]),
  );

const tableDifference = (
  table: TableName,
  before: readonly Row[],
  after: readonly Row[],
): readonly PatchStep[] => {
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
    }
  }
  return steps;
};

const pathOf = (table: TableName, id: string): string =>
  `/${table}/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`;

const rowDifference = (path: string, before: Row, after: Row): readonly PatchStep[] =>
  // Its differences are made of these three steps alone; 'move', 'copy' and 'test' are for applying.
  (createPatch(before, after, replaceLongLists) as PatchStep[]).map((step) => ({
    ...step,
    path: path + step.path,
  }));

/** The library compares each entry with each other one. */
const maxComparisons = 10_000;

const replaceLongLists = (
  before: unknown,
  after: unknown,
  at: { toString(): string },
): Operation[] | undefined =>
  Array.isArray(before) && Array.isArray(after) && before.length * after.length > maxComparisons
    ? [{ op: 'replace', path: at.toString(), value: after }]
    : undefined;
