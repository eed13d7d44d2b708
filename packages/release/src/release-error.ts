import type { Refusal } from './gate/gate.ts';

/** A failure that the person at the terminal can mend: its message is shown, without a stack. */
export class ReleaseError extends Error {
  override readonly name: string = 'ReleaseError';
}

/** What was asked for exists under no such name, or makes no sense: the command must be changed. */
export class UsageError extends ReleaseError {
  override readonly name = 'UsageError';
}

/** A rule is against it. No pointer was moved. */
export class RefusedError extends ReleaseError {
  override readonly name = 'RefusedError';
  readonly refusals: readonly Refusal[];

  constructor(refusals: readonly Refusal[]) {
    super(refusals.map(({ rule, message }) => `${rule}: ${message}`).join('\n'));
    this.refusals = refusals;
  }
}
