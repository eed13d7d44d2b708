import { type Atom, atom, type Getter, type Setter, type WritableAtom } from 'jotai';

/** What changes a shared value besides the actions that write it: another value, or one of these. */
type Source = Atom<unknown> | 'api' | 'browser' | 'configuration';

/** What devtools show of a shared value. A property of the atom. */
export interface ValueInfo {
  readonly debugLabel: string;
  readonly sources: readonly Source[];
}

/** What devtools show of an action. Properties of the atom. */
export interface ActionInfo {
  readonly debugLabel: string;
  readonly writes: readonly Atom<unknown>[];
}

/** Names a value that several pieces read, and says what changes it besides the actions. */
export const sharedValue = <T extends Atom<unknown>>(
  debugLabel: string,
  sources: readonly Source[],
  value: T,
): T => Object.assign(value, { debugLabel, sources } satisfies ValueInfo);

/** Something that pieces do to shared values: a write-only atom, its name and what it writes. */
export const action = <Args extends unknown[], Result>(
  debugLabel: string,
  writes: readonly Atom<unknown>[],
  write: (get: Getter, set: Setter, ...args: Args) => Result,
): WritableAtom<null, Args, Result> =>
  Object.assign(atom(null, write), { debugLabel, writes } satisfies ActionInfo);
