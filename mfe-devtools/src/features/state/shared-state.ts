import type { WriteRecord } from '@patchwork/host/devtools';
import { type ActionInfo, sharedAtoms, type ValueInfo } from '@patchwork/shop/state/host';
import type { Atom, WritableAtom } from 'jotai';

type SharedValue = Atom<unknown> & ValueInfo;
export type Action = WritableAtom<unknown, unknown[], unknown> & ActionInfo;

const has = (value: unknown, property: string): boolean =>
  typeof value === 'object' && value !== null && property in value;

const isValue = (value: unknown): value is SharedValue => has(value, 'sources');
const isAction = (value: unknown): value is Action => has(value, 'writes');

/** Returns the values of the shop and of the loaded remotes, ordered by name. */
export const sharedValues = (): readonly SharedValue[] => sharedAtoms().filter(isValue);

const others = {
  api: 'the API’s responses',
  browser: 'the browser',
  configuration: 'the configuration',
} as const;

/** Returns a value and all shared values that it is derived from. */
const originsOf = (value: SharedValue): readonly SharedValue[] => [
  value,
  ...value.sources.filter(isValue).flatMap(originsOf),
];

/** Returns the actions that write a shared value, or a value that it is derived from. */
export function actionsOf(value: SharedValue): readonly Action[] {
  const origins = originsOf(value);
  return sharedAtoms()
    .filter(isAction)
    .filter(({ writes }) => origins.some((origin) => writes.includes(origin)));
}

/** Lists the writers of a shared value: actions by name, then the API, the browser or the configuration. */
export function listWriters(value: SharedValue): string {
  const sources = originsOf(value).flatMap((origin) => origin.sources);
  const rest = sources.flatMap((source) => (typeof source === 'string' ? others[source] : []));
  return [...actionsOf(value).map(({ debugLabel }) => debugLabel), ...new Set(rest)].join(', ');
}

/** Write by a shared action or to a shared value. Writes to other atoms are left out. */
export type SharedWrite = WriteRecord & { readonly atom: Action | SharedValue };

export const isSharedWrite = (record: WriteRecord): record is SharedWrite =>
  isAction(record.atom) || isValue(record.atom);

/** Returns the last write that may have changed a shared value; undefined if `records` has none. */
export function lastWriteOn(value: SharedValue, records: readonly SharedWrite[]) {
  const all: readonly unknown[] = [value, ...actionsOf(value)];
  return records.findLast(({ atom }) => all.includes(atom));
}
