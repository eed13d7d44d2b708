import { bySeverity, type Finding } from './gate/gate.ts';
import { textOf } from './gate/words.ts';

/** What an error says, without its name and stack. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** A failure that the user can fix: the message is shown without a stack trace. */
export class ReleaseError extends Error {
  override readonly name: string = 'ReleaseError';
}

/** The command names something that does not exist, or makes no sense: it must be changed. */
export class UsageError extends ReleaseError {
  override readonly name = 'UsageError';
}

/** A rule of the gate or of the release folder refuses this. No pointer was moved. */
export class RefusedError extends ReleaseError {
  override readonly name = 'RefusedError';
  readonly refusals: readonly Finding[];
  readonly warnings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const { refusals, warnings } = bySeverity(findings);
    super(refusals.map((finding) => `${finding.rule}: ${textOf(finding)}`).join('\n'));
    this.refusals = refusals;
    this.warnings = warnings;
  }
}
