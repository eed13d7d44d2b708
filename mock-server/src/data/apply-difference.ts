import { err, ok, type Result } from '@patchwork/domain';
import { applyPatch, type Operation } from 'rfc6902';
import { checkEmails, checkRow, type Row } from './check-row.ts';
import { type PatchStep, tableNames } from './difference.ts';
import { isReserved } from './plain-copy.ts';
import type { MockTables, TableName } from './rows.ts';

/** A table while steps are applied to it. */
interface Draft {
  readonly rows: Map<string, Row>;
  /** The ids of rows that are no longer the base's; these are copies. */
  readonly touched: Set<string>;
}

/** The tables after `steps`. Refused if a step cannot be applied or leads to a row that is none. */
export function applyDifference(
  base: MockTables,
  steps: readonly PatchStep[],
): Result<MockTables, readonly string[]> {
  const drafts = new Map<string, Draft>(
    tableNames.map((table) => [
      table,
      { rows: new Map(base[table].map((row) => [row._id, row])), touched: new Set() },
    ]),
  );
  for (const step of steps) {
    const fault = applyStep(drafts, step);
    if (fault !== undefined) return err([`${step.path}: ${fault}`]);
  }
  const tables = { ...base };
  for (const table of tableNames) {
    const checked = finish(table, drafts.get(table), base[table]);
    if (!checked.ok) return checked;
    Object.assign(tables, { [table]: checked.value });
  }
  const emails = checkEmails(tables.users);
  return emails.ok ? ok(tables) : emails;
}

/** Applies one step, or says why it cannot be. */
function applyStep(drafts: Map<string, Draft>, step: PatchStep): string | undefined {
  const [root, table = '', id, ...inner] = step.path.split('/').map(decode);
  const draft = drafts.get(table);
  if (root !== '' || !draft || id === undefined) {
    return 'leads to no row of products, categories or users';
  }
  if ([id, ...inner].some(isReserved)) return 'leads to a name that is reserved';
  const row = draft.rows.get(id);
  if (inner.length > 0) {
    return row ? applyWithin(draft, id, row, step) : 'there is no such row';
  }
  if (step.op === 'add' && row) return 'there is such a row already';
  if (step.op !== 'add' && !row) return 'there is no such row';
  draft.touched.add(id);
  if (step.op === 'remove') draft.rows.delete(id);
  // What it really is, is checked when all steps are done.
  else draft.rows.set(id, structuredClone(step.value) as Row);
  return undefined;
}

const decode = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');

function applyWithin(draft: Draft, id: string, row: Row, step: PatchStep): string | undefined {
  // Applying works in place, and rows of the base are not ours to change.
  const own = draft.touched.has(id) ? row : structuredClone(row);
  draft.touched.add(id);
  draft.rows.set(id, own);
  const path = `/${step.path.split('/').slice(3).join('/')}`;
  try {
    const [fault] = applyPatch(own, [{ ...step, path } as Operation]);
    return fault ? 'the row has no such place' : undefined;
  } catch {
    // It throws at a place inside a text or a number.
    return 'the row has no such place';
  }
}

function finish(
  table: TableName,
  draft: Draft | undefined,
  base: readonly Row[],
): Result<readonly Row[], readonly string[]> {
  if (!draft || draft.touched.size === 0) return ok(base);
  for (const id of draft.touched) {
    const row = draft.rows.get(id);
    const checked = draft.rows.has(id) ? checkRow(table, row, id) : undefined;
    if (checked && !checked.ok) return checked;
    if (checked) draft.rows.set(id, checked.value);
  }
  return ok([...draft.rows.values()]);
}
