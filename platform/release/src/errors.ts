import { bySeverity, type Finding, textOf } from './findings.ts';

/** Returns an error's message without its name and stack. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);

/** A failure that the user can fix; it is shown without a stack trace. */
export class ReleaseError extends Error {
  override readonly name: string = 'ReleaseError';
}

/** A mistake in the command line, such as an unknown name or an invalid combination of options. */
export class UsageError extends ReleaseError {
  override readonly name = 'UsageError';
}

/** A refusal by the gate or the release folder's rules. No pointer was moved. */
export class RefusedError extends ReleaseError {
  override readonly name = 'RefusedError';
  readonly refusals: readonly Finding[];
  readonly warnings: readonly Finding[];

  constructor(findings: readonly Finding[]) {
    const { refusals, warnings } = bySeverity(findings);
    super(refusals.map((finding) => `${finding.rule}: ${textOf(finding)}`).join('\n'));
    this.refusals = refusals;
    this.warnings = warnings;
  }
}

const permission =
  'this user has no permission for it. Change its owner or its permissions, or work in another folder';

const explanations: Readonly<Record<string, string>> = {
  EACCES: permission,
  EPERM: permission,
  EROFS: 'its file system is mounted read-only. Mount it writable, or work in another folder',
  ENOSPC:
    'the disk is full. Free some space and run this again; “patchwork prune” deletes old versions',
  EDQUOT: 'the disk quota of this user is used up. Free some space and run this again',
  ENOTDIR:
    'a part of this path is a file, not a folder. Name another folder, or move the file away',
  EEXIST: 'there is a file of this name. Name another folder, or move the file away',
  EMFILE: 'too many files are open. Raise the limit (“ulimit -n”) and run this again',
};

/**
 * Explains an error of the operating system: returns a sentence with the path and what to do, or the error's message if
 * its code is unknown. Undefined for other errors, which are bugs.
 */
export function explainSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error && 'syscall' in error)) return undefined;
  const { code = '', path, syscall, message } = error as NodeJS.ErrnoException;
  // Node's recursive mkdir reports a read-only file system as ENOENT.
  const explanation = explanations[code === 'ENOENT' && syscall === 'mkdir' ? 'EROFS' : code];
  return explanation ? `${path ?? 'This failed'}: ${explanation} (${code})` : message;
}
