import { err, ok, type Result } from '@patchwork/domain';
import * as v from 'valibot';
import { applyDifference } from '../data/apply-difference.ts';
import { replayableDifference } from '../data/difference.ts';
import { sentences } from '../data/messages.ts';
import { plainCopy } from '../data/plain-copy.ts';
import type { MockTables } from '../data/rows.ts';
import { reproductionPassword, sampleUsers } from '../data/sample-users.ts';
import { type MockParcel, type MockSettings, scenarioNames } from './control.ts';
import type { Moment } from './history.ts';
import { baseOf } from './scenarios.ts';
import { settingsSchema } from './settings.ts';

const maxSteps = 20_000;

const stepSchema = v.strictObject({
  op: v.picklist(['add', 'remove', 'replace'], 'is one of add, remove, replace'),
  path: v.pipe(v.string('is text'), v.maxLength(500, 'has more than 500 characters')),
  value: v.exactOptional(v.unknown()),
});

export const parcelSchema = v.strictObject({
  scenario: v.picklist(scenarioNames, 'is no scenario of this mock'),
  settings: settingsSchema,
  difference: v.pipe(
    v.array(stepSchema, 'is a list'),
    v.maxLength(maxSteps, `has more than ${maxSteps} steps`),
  ),
});

/** A parcel goes to other people, so that no password that someone chose goes with it. */
export function packParcel({ tables, scenario }: Moment, settings: MockSettings): MockParcel {
  const users = tables.users.map((user) =>
    sampleUsers.some(({ _id, password }) => _id === user._id && password === user.password)
      ? user
      : { ...user, password: reproductionPassword },
  );
  return {
    scenario,
    settings,
    difference: replayableDifference(baseOf(scenario), { ...tables, users }),
  };
}

/** The parcel's own words, and the tables they lead to. */
export interface Unpacked {
  readonly parcel: MockParcel;
  readonly tables: MockTables;
}

export function readParcel(input: unknown): Result<Unpacked, readonly string[]> {
  const copy = plainCopy(input);
  if (!copy.ok) return err([`parcel: ${copy.error}`]);
  const parsed = v.safeParse(parcelSchema, copy.value);
  if (!parsed.success) return err(sentences('parcel', parsed.issues));
  const parcel: MockParcel = parsed.output;
  const tables = applyDifference(baseOf(parcel.scenario), parcel.difference);
  return tables.ok ? ok({ parcel, tables: tables.value }) : tables;
}
