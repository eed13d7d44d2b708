import type { FailedVersion } from '../registry/choose-remotes.ts';

/** A version of a remote that failed this visitor, and the last good version that replaced it. */
export interface FallbackRecord extends FailedVersion {
  readonly fallback: string;
  /**
   * Its files could not be loaded (or were not those that were published), its code crashed, or did not
   * return on an earlier page.
   */
  readonly cause: 'load' | 'crash' | 'hang';
  /** The first line of the error. */
  readonly message: string;
}
