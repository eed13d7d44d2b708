import { RefusedError, UsageError } from '@patchwork/release';

/** Exit codes, by the outcome that a script can tell apart. */
export const exitCodes = {
  done: 0,
  /** The gate or a rule is against it; no pointer was moved. */
  refused: 1,
  /** The command makes no sense as it is written. */
  usage: 2,
  /** Something is missing or broke down. */
  failed: 3,
} as const;

export type Failure = Exclude<keyof typeof exitCodes, 'done'>;

export function failureOf(error: unknown): Failure {
  if (error instanceof RefusedError) return 'refused';
  return error instanceof UsageError ? 'usage' : 'failed';
}
