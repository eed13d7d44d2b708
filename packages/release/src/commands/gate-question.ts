import type { RegistryDocument } from '../folder/registry-document.ts';
import type { Refusal } from '../gate/gate.ts';

/** Pointers that are to move. */
export interface GateQuestion {
  readonly before: RegistryDocument;
  readonly after: RegistryDocument;
  /** Where the versions lie: the release folder, and before it one for what is only tried. */
  readonly roots: readonly string[];
  /** The routes whose access may be loosened: '/cart'. */
  readonly allowAccess: readonly string[];
  /** The pieces that are asked about by name: theirs must be whole, though no pointer moves. */
  readonly checked?: readonly string[];
}

/** Every reason why these pointers must not move. None means they may. */
export type Gate = (question: GateQuestion) => Promise<readonly Refusal[]>;

/** What every command works with. */
export interface ReleaseContext {
  /** The release folder. */
  readonly release: string;
  readonly gate: Gate;
  readonly allowAccess?: readonly string[] | undefined;
  /** Hears what is being done, a few words at a time. */
  readonly progress: (step: string) => void;
}
