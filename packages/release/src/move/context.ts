import type { RegistryDocument } from '../folder/registry.ts';
import type { Finding } from '../gate/findings.ts';
import type { Author } from '../history/history.ts';

/** Pointers that are to move. */
export interface GateQuestion {
  readonly before: RegistryDocument;
  readonly after: RegistryDocument;
  /** The folders of the versions: first that of a trial, if there is one, then the release folder. */
  readonly roots: readonly string[];
  /** Pieces whose files must be undamaged, though none of their pointers moves. */
  readonly checked?: readonly string[];
}

/** Findings against these pointers. They may move unless one of the findings is a refusal. */
export type Gate = (question: GateQuestion) => Promise<readonly Finding[]>;

/** The release folder, the gate and the options of a command. */
export interface ReleaseContext {
  readonly release: string;
  readonly gate: Gate;
  /** Opens what is to become live in a browser; absent where nothing is to be opened. */
  readonly load?: Gate | undefined;
  /** The options that let refusals through: '--anyway', '--allow-access /cart'. */
  readonly flags?: readonly string[] | undefined;
  /** Returns who runs the command, for the history. Takes the names of the pieces that change. */
  readonly author?: (pieces: readonly string[]) => Promise<Author>;
  /** Why, in the words of who runs it. */
  readonly reason?: string | undefined;
  readonly progress: (step: string) => void;
  /** Called with what the gate warns of, once the pointers have moved. */
  readonly warn: (warnings: readonly Finding[]) => void;
}

/** The context of a command that gives visitors what they never had: its gate opens that in a browser as well. */
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
