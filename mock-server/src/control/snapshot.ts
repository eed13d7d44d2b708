import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { applyDifference, replayableDifference } from '../data/difference.ts';
import type { MockTables } from '../data/rows.ts';
import { reproductionPassword, sampleUsers } from '../data/sample-tables.ts';
import { messagesOf, plainCopy } from '../data/validate.ts';
import { type Checkpoint, type MockSettings, type MockSnapshot, scenarioNames } from './control.ts';
import { tablesOf } from './scenarios.ts';
import { settingsSchema } from './settings.ts';

const MAX_STEPS = 20_000;

const stepSchema = v.strictObject({
  op: v.picklist(['add', 'remove', 'replace'], 'is one of add, remove, replace'),
  path: v.pipe(
    v.string('is text'),
    v.maxLength(500, 'has more than 500 characters'),
    v.regex(/^\/(?:products|categories|users)(?:\/|$)/, 'leads to no table'),
  ),
  value: v.exactOptional(v.unknown()),
});

/** The shape of a snapshot. Whether its steps produce valid rows is checked on import. */
export const snapshotSchema = v.strictObject({
  scenario: v.picklist(scenarioNames, 'is no scenario of this mock'),
  settings: settingsSchema,
  difference: v.pipe(
    v.array(stepSchema, 'is a list'),
    v.maxLength(MAX_STEPS, `has more than ${MAX_STEPS} steps`),
    v.readonly(),
  ),
});

/** Creates a snapshot, which holds no password that a user chose: it goes to other people. */
export function createSnapshot(
  { tables, scenario }: Checkpoint,
  settings: MockSettings,
): MockSnapshot {
  const users = tables.users.map((user) =>
    sampleUsers.some(({ _id, password }) => _id === user._id && password === user.password)
      ? user
      : { ...user, password: reproductionPassword },
  );
  const base = tablesOf(scenario);
  return { scenario, settings, difference: replayableDifference(base, { ...tables, users }) };
}

/** Reads a snapshot from any source. Returns it with the tables that it leads to, or a message for each fault. */
export function readSnapshot(
  input: unknown,
): Result<MockSnapshot & { readonly tables: MockTables }, readonly string[]> {
  const copy = plainCopy(input);
  if (!copy.ok) return err([`snapshot: ${copy.error}`]);
  const parsed = v.safeParse(snapshotSchema, copy.value);
  if (!parsed.success) return err(messagesOf('snapshot', parsed.issues));
  const tables = applyDifference(tablesOf(parsed.output.scenario), parsed.output.difference);
  return tables.ok ? ok({ ...parsed.output, tables: tables.value }) : tables;
}
