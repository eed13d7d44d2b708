import { err, ok, type Result } from '@patchwork/domain';
import { applyPatch, type Operation } from 'rfc6902';
import { checkEmails, checkRow, type Row } from './check-row.ts';
import { type PatchStep, tableNames } from './difference.ts';
import { isReserved } from './plain-copy.ts';
import type { MockTables, TableName } from './rows.ts';

/** A table while steps are applied: its rows by id, and the ids that a step has named. */
interface Draft {
  readonly rows: Map<string, Row>;
  readonly touched: Set<string>;
}

/** The tables after `steps`. Refused if a step cannot be applied or its result is not a valid row. */
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

/** Applies one step, or returns why it cannot. */
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
  // Whether it is a row is checked after all steps.
  else draft.rows.set(id, structuredClone(step.value) as Row);
  return undefined;
}

const unescapePart = (part: string): string => part.replaceAll('~1', '/').replaceAll('~0', '~');

function applyToRow(draft: Draft, id: string, row: Row, step: PatchStep): string | undefined {
  // applyPatch changes its argument, and the base's rows must not change.
  const copy = draft.touched.has(id) ? row : structuredClone(row);
  draft.touched.add(id);
  draft.rows.set(id, copy);
  const path = `/${step.path.split('/').slice(3).join('/')}`;
  try {
    const [fault] = applyPatch(copy, [{ ...step, path } as Operation]);
    return fault ? 'the row has no such field' : undefined;
  } catch {
    // It throws for a path that leads into a text or a number.
    return 'the row has no such field';
  }
}

/** The table's rows if they are valid; undefined where no step named one of them. */
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
