import { type Atom, atom, type Getter, type Setter, type WritableAtom } from 'jotai';

/**
 * Source, other than an action, of changes to a shared value: another shared value, the API, the browser, or the
 * configuration.
 */
type Source = Atom<unknown> | 'api' | 'browser' | 'configuration';

/** Metadata of a shared value's atom, for the devtools. */
export interface ValueInfo {
  readonly debugLabel: string;
  readonly sources: readonly Source[];
}

/** Metadata of an action's atom, for the devtools. */
export interface ActionInfo {
  readonly debugLabel: string;
  readonly writes: readonly Atom<unknown>[];
}

type Shared = Atom<unknown> & (ValueInfo | ActionInfo);

/**
 * Shared values and actions, by name. When a remote is loaded again or in another version, its entries are replaced.
 */
const all = new Map<string, Shared>();

/** Returns the shared values and actions of all modules that have been evaluated so far, sorted by name. */
export const sharedAtoms = (): readonly Shared[] =>
  [...all.values()].toSorted((one, other) => one.debugLabel.localeCompare(other.debugLabel));

/** Registers a value that pieces or features share, with its name and all sources of its changes except actions. */
export function sharedValue<T extends Atom<unknown>>(
  debugLabel: string,
  sources: readonly Source[],
  value: T,
): T {
  const shared = Object.assign(value, { debugLabel, sources } satisfies ValueInfo);
  all.set(debugLabel, shared);
  return shared;
}

/** Creates an action: a write-only atom with its name and the shared values that it writes. */
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
