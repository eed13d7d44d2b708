import { type Atom, atom, type Getter, type Setter, type WritableAtom } from 'jotai';

/** Source of a shared value's changes, besides the actions that write it: another value, or one of these. */
type Source = Atom<unknown> | 'api' | 'browser' | 'configuration';

/** Properties of a shared value's atom, for the devtools. */
export interface ValueInfo {
  readonly debugLabel: string;
  readonly sources: readonly Source[];
}

/** Properties of an action's atom, for the devtools. */
export interface ActionInfo {
  readonly debugLabel: string;
  readonly writes: readonly Atom<unknown>[];
}

type Shared = Atom<unknown> & (ValueInfo | ActionInfo);

/** Shared values and actions, by name. A remote that is loaded again, or in another version, replaces its own. */
const all = new Map<string, Shared>();

/** Returns the shared values and actions of all modules that were evaluated so far, by name. */
export const sharedAtoms = (): readonly Shared[] =>
  [...all.values()].toSorted((one, other) => one.debugLabel.localeCompare(other.debugLabel));

/** Names a value that pieces or features share, and says what changes it besides the actions. */
export function sharedValue<T extends Atom<unknown>>(
  debugLabel: string,
  sources: readonly Source[],
  value: T,
): T {
  const shared = Object.assign(value, { debugLabel, sources } satisfies ValueInfo);
  all.set(debugLabel, shared);
  return shared;
}

/** Makes an action: a write-only atom with its name and the shared values that it writes. */
export function action<Args extends unknown[], Result>(
  debugLabel: string,
  writes: readonly Atom<unknown>[],
  write: (get: Getter, set: Setter, ...args: Args) => Result,
): WritableAtom<null, Args, Result> {
  const shared = Object.assign(atom(null, write), {
    debugLabel,
    writes,
  } satisfies ActionInfo);
  all.set(debugLabel, shared);
  return shared;
}
