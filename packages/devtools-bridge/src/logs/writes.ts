import type { WritableAtom } from 'jotai';

/** Somebody outside of the atoms wrote one: a component of a remote, the shell, an event. */
export interface WriteRecord {
  readonly id: number;
  readonly atom: WritableAtom<unknown, never[], unknown>;
  /** A remote's id, or 'shell'. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}
