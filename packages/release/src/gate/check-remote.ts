import type { Refusal, RemoteVersion, ShellVersion, TypeCheckOptions } from './gate.ts';

export interface RemoteCheck extends TypeCheckOptions {
  /** What is to become stable or canary. */
  readonly remote: RemoteVersion;
  /** Its stable version, when there is one. */
  readonly replaced?: RemoteVersion | undefined;
  /** Every other remote's live versions, canaries too. */
  readonly others: readonly RemoteVersion[];
  /** The live shell; when all is published at once, the one that becomes live with it. */
  readonly shell?: ShellVersion | undefined;
  /** The routes whose access may be loosened: '/cart'. */
  readonly allowAccess?: readonly string[];
}

/** Whether a remote can be deployed: every reason against it. None means yes. */
export async function checkRemote(_check: RemoteCheck): Promise<Refusal[]> {
  return [];
}
