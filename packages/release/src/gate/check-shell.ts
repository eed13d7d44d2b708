import type { Finding, RemoteVersion, ShellVersion, TypeCheckOptions } from './gate.ts';
import { checkShellBudget } from './rules/budget.ts';
import { checkShellFiles } from './rules/files.ts';
import { checkShared } from './rules/shared-ranges.ts';
import { checkTypes } from './rules/types.ts';
import { nameOf, nameOfShell } from './words.ts';

export interface ShellCheck extends TypeCheckOptions {
  /** What is to become live. */
  readonly shell: ShellVersion;
  /** Every remote's live versions, canaries too; when all is published at once, the new ones. */
  readonly remotes: readonly RemoteVersion[];
}

/** Whether a shell can be deployed: all that is wrong with it. No refusal means yes. */
export async function checkShell(check: ShellCheck): Promise<Finding[]> {
  const { shell, remotes } = check;
  const shared = remotes.flatMap((remote) =>
    checkShared(remote, shell, { ours: nameOfShell(shell), live: nameOf(remote) }),
  );
  return [
    ...(await checkShellFiles(shell)),
    ...(await checkShellBudget(shell)),
    ...shared,
    ...(await checkTypes({ ...check, released: 'shell' })),
  ];
}
