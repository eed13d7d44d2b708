import type { Grants } from '@patchwork/host';
import type { Finding } from '../findings.ts';
import {
  type Live,
  nameOf,
  nameOfShell,
  type RemoteVersion,
  type ShellVersion,
  type TypeCheckOptions,
} from './live.ts';
import { checkApi } from './rules/api.ts';
import {
  checkBudgets,
  checkFiles,
  checkShellBudget,
  checkShellFiles,
  checkStyles,
  warnOfInlined,
} from './rules/files.ts';
import { checkLanguages, checkPrefixes } from './rules/languages.ts';
import {
  type AccessCheck,
  checkAccess,
  checkLinks,
  checkRefuges,
  checkRoutes,
  warnOfCatchAll,
  warnOfMoved,
} from './rules/pages.ts';
import { warnOfRights } from './rules/rights.ts';
import { checkCopies, checkShared, checkShellStores, checkStores } from './rules/shared.ts';
import { checkSlots } from './rules/slots.ts';
import { checkTypes } from './rules/types.ts';

/* Applies the rules for a piece, and collects their findings. A piece without a refusal can be deployed. */

export interface RemoteCheck extends AccessCheck {
  /** Shell that will be live when the pointers have moved; undefined if none will be. */
  readonly shell?: ShellVersion | undefined;
  /** Rights that the shop's configuration grants; none by default. */
  readonly grants?: Grants;
}

/**
 * Checks a version of a remote by itself, against the other remotes, and against the shell. Without a shell, shared
 * packages are not checked until a shell is published.
 */
export async function checkRemote(check: RemoteCheck): Promise<Finding[]> {
  const { remote, others, shell } = check;
  const findings = [
    ...(await checkFiles(remote)),
    ...(await checkStyles(remote)),
    ...(await warnOfInlined(remote)),
    ...(await checkCopies(remote)),
    ...checkRoutes(remote, others),
    ...checkPrefixes(remote, others),
    ...checkLanguages(remote, check.earlier.live),
    ...warnOfCatchAll(remote),
    ...checkAccess(check),
    ...(await checkStores(remote, others, shell)),
    ...(await checkBudgets(remote)),
    ...warnOfRights(remote, check.earlier.live, check.grants ?? {}),
  ];
  if (!shell) return findings;
  return [
    ...findings,
    ...checkRefuges(remote, shell),
    ...(await checkShared(remote, shell, { ours: nameOf(remote), live: nameOfShell(shell) })),
  ];
}

export interface ShellCheck {
  /** Shell that will be live when the pointers have moved. */
  readonly shell: ShellVersion;
  /** Versions of all remotes that will be live with this shell, including canaries. */
  readonly remotes: readonly RemoteVersion[];
}

/** Checks a shell by itself and against the live remotes. */
export async function checkShell(check: ShellCheck): Promise<Finding[]> {
  const { shell, remotes } = check;
  const shared = await Promise.all(
    remotes.map((remote) =>
      checkShared(remote, shell, { ours: nameOfShell(shell), live: nameOf(remote) }),
    ),
  );
  return [
    ...(await checkShellFiles(shell)),
    ...(await checkShellBudget(shell)),
    ...(await checkShellStores(shell, remotes)),
    ...remotes.flatMap((remote) => checkRefuges(remote, shell, nameOfShell(shell))),
    ...shared.flat(),
  ];
}

/** Checks everything that will be live together, including pieces that a move of pointers doesn't change. */
export const checkTogether = async (live: Live, types: TypeCheckOptions): Promise<Finding[]> => [
  ...(await checkTypes(live, types)),
  ...checkSlots(live),
  ...(await checkLinks(live)),
  ...warnOfMoved(live),
  ...(await checkApi(live)),
];
