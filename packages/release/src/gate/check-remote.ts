import type { Finding, ShellVersion, TypeCheckOptions } from './gate.ts';
import { type AccessCheck, checkAccess } from './rules/access.ts';
import { checkBudgets } from './rules/budget.ts';
import { checkRoutes, warnOfCatchAll } from './rules/claims.ts';
import { checkFiles } from './rules/files.ts';
import { checkShared } from './rules/shared-ranges.ts';
import { checkStyles } from './rules/styles.ts';
import { checkTypes } from './rules/types.ts';
import { nameOf, nameOfShell } from './words.ts';

export interface RemoteCheck extends AccessCheck, TypeCheckOptions {
  /** The live shell; when all is published at once, the one that becomes live with it. */
  readonly shell?: ShellVersion | undefined;
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
