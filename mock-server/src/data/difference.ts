import { err, ok, type Result } from '@patchwork/domain';
import { applyPatch, createPatch, type Operation } from 'rfc6902';
import type { MockTables, TableName } from './rows.ts';
import { checkEmails, checkRow, isReserved, type Row } from './validate.ts';

/**
 * Step of a difference, in the format of JSON Patch (RFC 6902). The patched document has each table as an object of
 * rows by _id: '/products/puddle-raincoat/price', '/users/asha-rao/cart/0/qty'. Paths therefore contain no row
 * positions, and a new row is the last of its table.
 */
export interface PatchStep {
  readonly op: 'add' | 'remove' | 'replace';
  readonly path: string;
  readonly value?: unknown;
}

export const tableNames = ['products', 'categories', 'users'] as const;

/**
 * Returns the steps from `before` to `after` for display. A row that is inserted between others is one step. Identical
 * row objects aren't compared.
 */
export const difference = (before: MockTables, after: MockTables): readonly PatchStep[] =>
  tableNames.flatMap((table) => tableDifference(table, before[table], after[table], false));

/**
 * Returns the steps for `applyDifference`. To preserve the order, the rows after an inserted one are removed and added
 * again.
 */
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
  // createPatch produces only these three kinds of steps, never 'move', 'copy' or 'test'.
  (createPatch(before, after, replaceAsWhole) as PatchStep[]).map((step) => ({
    ...step,
    path: path + step.path,
  }));

/**
 * Maximum number of comparisons for two lists, because the library compares each entry of one with each of the other.
 * Longer lists are replaced as a whole.
 */
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

/** Returns a value's _id. A cart line with another id is another line, not the same one with other fields. */
const idOf = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, '_id') : undefined;

/** Table while steps are applied: rows by id, and the ids of rows that a step refers to. */
interface Draft {
  readonly rows: Map<string, Row>;
  readonly touched: Set<string>;
}

/** Applies `steps` to tables. Refuses if a step can't be applied or leads to an invalid row. */
export function applyDifference(
  base: MockTables,
  steps: readonly PatchStep[],
): Result<MockTables, readonly string[]> {
  const drafts = new Map<string, Draft>();
  for (const table of tableNames) {
    const rows = new Map(base[table].map((row): [string, Row] => [row._id, row]));
    drafts.set(table, { rows, touched: new Set() });
  }
  for (const step of steps) {
    const fault = applyStep(drafts, step);
    if (fault !== undefined) return err([`${step.path}: ${fault}`]);
  }
  const tables = { ...base };
  for (const table of tableNames) {
    const rows = checkDraft(table, drafts.get(table));
    if (!rows.ok) return rows;
    if (rows.value) Object.assign(tables, { [table]: rows.value });
  }
  const emails = checkEmails(tables.users);
  return emails.ok ? ok(tables) : emails;
}

/** Applies one step. Returns a message if it can't be applied. */
function applyStep(drafts: Map<string, Draft>, step: PatchStep): string | undefined {
  const [root, table = '', id, ...inner] = step.path.split('/').map(unescapePart);
  const draft = drafts.get(table);
  if (root !== '' || !draft || id === undefined) {
    return 'leads to no row of products, categories or users';
  }
  if ([id, ...inner].some(isReserved)) return 'leads to a name that is reserved';
  const row = draft.rows.get(id);
  if (step.op === 'add' && inner.length === 0) {
    if (row) return 'there is such a row already';
  } else if (!row) return 'there is no such row';
  if (row && inner.length > 0) return applyToRow(draft, id, row, step);
  draft.touched.add(id);
  if (step.op === 'remove') draft.rows.delete(id);
  // Validated after all steps.
  else draft.rows.set(id, structuredClone(step.value) as Row);
  return undefined;
}

const unescapePart = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

function applyToRow(draft: Draft, id: string, row: Row, step: PatchStep): string | undefined {
  // applyPatch mutates its argument, and the base's rows are immutable.
  const copy = draft.touched.has(id) ? row : structuredClone(row);
  draft.touched.add(id);
  draft.rows.set(id, copy);
  const path = `/${step.path.split('/').slice(3).join('/')}`;
  try {
    const [fault] = applyPatch(copy, [{ ...step, path } as Operation]);
    return fault ? 'the row has no such field' : undefined;
  } catch {
    // applyPatch throws if a path leads into a string or number.
    return 'the row has no such field';
  }
}

/** Returns the table's rows, or messages about invalid rows; undefined if no step refers to the table. */
function checkDraft(
  table: TableName,
  draft: Draft | undefined,
): Result<readonly Row[] | undefined, readonly string[]> {
  if (!draft || draft.touched.size === 0) return ok(undefined);
  for (const id of draft.touched) {
    if (!draft.rows.has(id)) continue;
    const checked = checkRow(table, draft.rows.get(id), id);
    if (!checked.ok) return checked;
    draft.rows.set(id, checked.value);
  }
  return ok([...draft.rows.values()]);
}
