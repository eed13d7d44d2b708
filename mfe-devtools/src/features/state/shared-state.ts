import type { WriteRecord } from '@patchwork/devtools-bridge';
import * as state from '@patchwork/state';
import type { Atom } from 'jotai';

type SharedValue = Atom<unknown> & state.ValueInfo;
type Action = Atom<unknown> & state.ActionInfo;

const has = (value: unknown, property: string): boolean =>
  typeof value === 'object' && value !== null && property in value;

const isValue = (value: unknown): value is SharedValue => has(value, 'sources');
const isAction = (value: unknown): value is Action => has(value, 'writes');

const exported: readonly unknown[] = Object.values(state);
const byLabel = (one: SharedValue | Action, other: SharedValue | Action) =>
  one.debugLabel.localeCompare(other.debugLabel);

/** The values that all pieces share, by name. */
export const sharedValues: readonly SharedValue[] = exported.filter(isValue).sort(byLabel);

const actions = exported.filter(isAction).sort(byLabel);

const others = {
  api: 'the API’s responses',
  browser: 'the browser',
  configuration: 'the configuration',
} as const;

/** A value and the shared values that it is computed from. */
const originsOf = (value: SharedValue): readonly SharedValue[] => [
  value,
  ...value.sources.filter(isValue).flatMap(originsOf),
];

function actionsOf(value: SharedValue): readonly Action[] {
  const origins = originsOf(value);
  return actions.filter(({ writes }) => origins.some((origin) => writes.includes(origin)));
}

/** Who may write a shared value: actions by their names, then the others. */
export function listWriters(value: SharedValue): string {
  const sources = originsOf(value).flatMap((origin) => origin.sources);
  const rest = sources.flatMap((source) => (typeof source === 'string' ? others[source] : []));
  return [...actionsOf(value).map(({ debugLabel }) => debugLabel), ...new Set(rest)].join(', ');
}

/** A write by an action of the shared state; one of an atom that it does not export is none. */
export type ActionRecord = WriteRecord & { readonly atom: Action };

export const isActionRecord = (record: WriteRecord): record is ActionRecord =>
  isAction(record.atom);

/** The last action that concerns a shared value. */
export function lastActionOn(value: SharedValue, records: readonly ActionRecord[]) {
  const all = actionsOf(value);
  return records.findLast(({ atom }) => all.includes(atom));
}
