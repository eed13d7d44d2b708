import { shellName } from '../folder/folders.ts';
import { isHidden } from '../folder/root-names.ts';
import type { Finding } from '../gate/gate.ts';
import { RefusedError } from '../release-error.ts';

/** A file of a build that is refused for its name. */
export function refusedName(piece: string, file: string, why: string): Finding {
  const owner = piece === shellName ? 'the shell' : piece;
  const message = `${file} of ${owner}’s build ${why}. Rename it or leave it out, and build again`;
  return { severity: 'refusal', rule: 'files', file, message, ours: piece };
}

/**
 * Throws a RefusedError when a file of a build can't be published everywhere: no server of a release sends
 * what begins with a dot, such as .env, and on many disks A.js is a.js.
 */
export function requireSafeNames(piece: string, files: readonly string[]): void {
  const byLowerCase = new Map<string, string>();
  const refusals = files.flatMap((file) => {
    if (isHidden(file)) {
      const why = 'has a name that begins with a dot, which no server of a release sends';
      return [refusedName(piece, file, why)];
    }
    const twin = byLowerCase.get(file.toLowerCase());
    byLowerCase.set(file.toLowerCase(), file);
    if (twin === undefined) return [];
    return [refusedName(piece, file, `differs from ${twin} in upper and lower case only`)];
  });
  if (refusals.length > 0) throw new RefusedError(refusals);
}
