import type { FailedVersion } from '../registry/choose-remotes.ts';

/** A version of a remote that failed this visitor, and the good one that took its place. */
export interface FallbackRecord extends FailedVersion {
  /** The version that took its place. */
  readonly fallback: string;
  /** It could not be loaded (or was not what had been published), or its components crashed. */
  readonly cause: 'load' | 'crash';
  /** The first line of the error. */
  readonly message: string;
}
