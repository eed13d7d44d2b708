import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { applyDifference, replayableDifference } from '../data/difference.ts';
import type { MockTables, UserRow } from '../data/rows.ts';
import { reproductionPassword, sampleUsers } from '../data/sample-tables.ts';
import { messagesOf, plainCopy } from '../data/validate.ts';
import { type Checkpoint, type MockSettings, type MockSnapshot, scenarioNames } from './control.ts';
import { tablesOf } from './scenarios.ts';
import { settingsSchema } from './settings.ts';

const MAX_STEPS = 20_000;

/** Maximum offset of the mock's clock: ten years. An offset beyond the range of dates would break every later call. */
export const MAX_CLOCK_MS = 10 * 365 * 24 * 3_600_000;

const stepSchema = v.strictObject({
  op: v.picklist(['add', 'remove', 'replace'], 'is one of add, remove, replace'),
  path: v.pipe(
    v.string('is text'),
    v.maxLength(500, 'has more than 500 characters'),
    v.regex(/^\/(?:products|categories|users)(?:\/|$)/, 'leads to no table'),
  ),
  value: v.exactOptional(v.unknown()),
});

/** Schema of a snapshot. The import also checks whether its steps lead to valid rows. */
export const snapshotSchema = v.strictObject({
  scenario: v.picklist(scenarioNames, 'is no scenario of this mock'),
  settings: settingsSchema,
  clock: v.exactOptional(
    v.pipe(
      v.number('is a number'),
      v.safeInteger('is a whole number'),
      v.minValue(0, 'is at least 0'),
      v.maxValue(MAX_CLOCK_MS, `is at most ${MAX_CLOCK_MS}`),
    ),
  ),
  difference: v.pipe(
    v.array(stepSchema, 'is a list'),
    v.maxLength(MAX_STEPS, `has more than ${MAX_STEPS} steps`),
    v.readonly(),
  ),
});

/** Removes the tokens of mailed links from a user, and the mails that contain them. */
const withoutTokens = ({ account, ...user }: UserRow): UserRow => ({
  ...user,
  account: {
    ...account,
    tokens: [],
    ...(account.stockAlerts && {
      stockAlerts: account.stockAlerts.map(({ token: _token, ...alert }) => alert),
    }),
    mails: account.mails.filter(({ data }) => !('token' in data)),
  },
});

/**
 * Creates a snapshot. Leaves out passwords that users chose and tokens of mailed links, because snapshots are passed on
 * to other people.
 */
export function createSnapshot(
  { tables, scenario, clock }: Checkpoint,
  settings: MockSettings,
): MockSnapshot {
  const users = tables.users
    .map(withoutTokens)
    .map((user) =>
      sampleUsers.some(({ _id, password }) => _id === user._id && password === user.password)
        ? user
        : { ...user, password: reproductionPassword },
    );
  const base = tablesOf(scenario);
  return {
    scenario,
    settings,
    ...(clock > 0 && { clock }),
    difference: replayableDifference(base, { ...tables, users }),
  };
}

/** Validates a snapshot from any source. Returns it with the resulting tables, or messages about the faults. */
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
