import type { Finding, RemoteVersion, ShellVersion, TypeCheckOptions } from './gate.ts';
import { checkAccess, type EarlierVersions } from './rules/access.ts';
import { checkBudgets } from './rules/budget.ts';
import { checkRoutes, warnOfCatchAll } from './rules/claims.ts';
import { checkFiles } from './rules/files.ts';
import { checkShared } from './rules/shared-ranges.ts';
import { checkStyles } from './rules/styles.ts';
import { checkTypes } from './rules/types.ts';
import { nameOf, nameOfShell } from './words.ts';

export interface RemoteCheck extends TypeCheckOptions {
  /** What is to become stable or canary. */
  readonly remote: RemoteVersion;
  /** Its stable version, when there is one. */
  readonly replaced?: RemoteVersion | undefined;
  /** Every other remote's live versions, canaries too; of those published with it the new ones. */
  readonly others: readonly RemoteVersion[];
  readonly earlier: EarlierVersions;
  /** The live shell; when all is published at once, the one that becomes live with it. */
  readonly shell?: ShellVersion | undefined;
  /** The routes whose access may be loosened: '/cart'. */
  readonly allowAccess?: readonly string[];
}

/**
 * Whether a remote can be deployed: all that is wrong with it. No refusal means yes. Without a live shell
 * there is nothing that it could break; the shell is checked against it when it is published.
 */
export async function checkRemote(check: RemoteCheck): Promise<Finding[]> {
  const { remote, others, shell } = check;
  const findings = [
    ...(await checkFiles(remote)),
    ...(await checkStyles(remote)),
    ...checkRoutes(remote, others),
    ...warnOfCatchAll(remote),
    ...checkAccess(check),
    ...(await checkBudgets(remote)),
  ];
  if (!shell) return findings;
  return [
    ...findings,
    ...checkShared(remote, shell, { ours: nameOf(remote), live: nameOfShell(shell) }),
    ...(await checkTypes({ ...check, remotes: [remote], shell, released: 'remote' })),
  ];
}
