import type { RegistryDocument } from '../folder/registry.ts';
import type { Finding } from '../gate/findings.ts';
import type { Author } from '../history/history.ts';

/** A move of pointers that the gate is asked about. */
export interface GateQuestion {
  readonly before: RegistryDocument;
  readonly after: RegistryDocument;
  /** Folders that hold the versions: that of staged builds, if there is one, then the release folder. */
  readonly roots: readonly string[];
  /** Pieces whose files must be undamaged, though none of their pointers moves. */
  readonly checked?: readonly string[];
}

/** Returns the findings against a move. It may be made unless one of them is a refusal. */
export type Gate = (question: GateQuestion) => Promise<readonly Finding[]>;

/** The release folder, the gate and the options of a command. */
export interface ReleaseContext {
  readonly release: string;
  readonly gate: Gate;
  /** Opens in a browser what is to become live; absent if nothing is to be opened. */
  readonly load?: Gate | undefined;
  /** The options that let refusals through: '--anyway', '--allow-access /cart'. */
  readonly flags?: readonly string[] | undefined;
  /** Returns who runs the command, for the history. Takes the names of the pieces that change. */
  readonly author?: (pieces: readonly string[]) => Promise<Author>;
  /** The reason for the command, in the words of the person who runs it. */
  readonly reason?: string | undefined;
  readonly progress: (step: string) => void;
  /** Called with the warnings of the gate, once the pointers have moved. */
  readonly warn: (warnings: readonly Finding[]) => void;
}

/** Returns the context of a command that gives visitors something new: its gate also opens that in a browser. */
export function withLoading(context: ReleaseContext): ReleaseContext {
  const { gate, load, progress } = context;
  if (!load) return context;
  return {
    ...context,
    async gate(question) {
      const findings = await gate(question);
      progress('opening it in a browser');
      return [...findings, ...(await load(question))];
    },
  };
}
