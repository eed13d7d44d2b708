import type { Refusal, RemoteVersion, ShellVersion, TypeCheckOptions } from './gate.ts';

export interface ShellCheck extends TypeCheckOptions {
  /** What is to become live. */
  readonly shell: ShellVersion;
  /** Every remote's live versions, canaries too; when all is published at once, the new ones. */
  readonly remotes: readonly RemoteVersion[];
}

/** Whether a shell can be deployed: every reason against it. None means yes. */
export async function checkShell(_check: ShellCheck): Promise<Refusal[]> {
  return [];
}
