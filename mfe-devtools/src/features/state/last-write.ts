import type { WriteRecord } from '@patchwork/devtools-bridge';
import { verbNames } from './shared-atoms.ts';
import { writers } from './writers.ts';

export interface NamedWrite {
  readonly id: number;
  readonly verb: string;
  readonly by: string;
  readonly at: number;
}

/** The writes by verbs of the shared state; those of atoms that it keeps to itself are left out. */
export const namedWrites = (writes: readonly WriteRecord[]): readonly NamedWrite[] =>
  writes.flatMap(({ id, atom, by, at }) => {
    const verb = verbNames.get(atom);
    return verb === undefined ? [] : [{ id, verb, by, at }];
  });

/** The last write that concerns a shared value. */
export function lastWriteOf(name: string, writes: readonly NamedWrite[]): NamedWrite | undefined {
  const verbs = writers[name]?.verbs ?? [];
  return writes.findLast(({ verb }) => verbs.includes(verb));
}
