import type { Finding } from '../findings.ts';
import type { Author } from '../release-folder/history.ts';
import type { Signer } from '../release-folder/keys.ts';
import type { RegistryDocument } from '../release-folder/registry.ts';
import type { ReleaseStore } from '../release-folder/store.ts';

/** A move of pointers, for the gate. */
export interface GateQuestion {
  readonly before: RegistryDocument;
  readonly after: RegistryDocument;
  /** Folders with the versions: first the staged builds, if any, then the release folder. */
  readonly roots: readonly string[];
  /** Pieces that the move doesn't change but whose files must be intact. */
  readonly checked?: readonly string[];
}

/** Returns the findings against a move. The move is allowed if none of them is a refusal. */
export type Gate = (question: GateQuestion) => Promise<readonly Finding[]>;

/** Release, gate and options of a command. */
export interface ReleaseContext {
  readonly store: ReleaseStore;
  /** The shop's public keys, with which a signed release is verified. Without any, a signed release is refused. */
  readonly trust?: readonly string[] | undefined;
  /** Key with which moves of a signed release are signed. */
  readonly signer?: Signer | undefined;
  readonly gate: Gate;
  /** Gate that opens the pages in a browser, as they would be after the move; absent if no page is to be opened. */
  readonly smokeTest?: Gate | undefined;
  /** Pieces that the caller may move; undefined if any, as for whoever can write to the release. */
  readonly mayMove?: readonly string[] | undefined;
  /** Options that turn refusals into warnings: '--anyway', '--allow-access /cart'. */
  readonly flags?: readonly string[] | undefined;
  /** Returns who runs the command, for the history. Takes the names of the changed pieces. */
  readonly author?: (pieces: readonly string[]) => Promise<Author>;
  /** Reason for the command, given by the person who runs it. */
  readonly reason?: string | undefined;
  readonly progress: (step: string) => void;
  /** Called with the gate's warnings after the pointers have moved. */
  readonly warn: (warnings: readonly Finding[]) => void;
}
