import { isFreeName, isHidden } from '../folder/root-names.ts';
import { RefusedError } from '../release-error.ts';

/**
 * Throws a RefusedError when a file of the shell's build would lie where the release folder keeps
 * its pointers and versions, or where no server sends it: the shell's files go to the root.
 */
export function requireFreeNames(files: readonly string[]): void {
  const refusals = files
    .filter((file) => !isFreeName(file))
    .map((file) => {
      const why = isHidden(file)
        ? 'has a name that begins with a dot, which no server of a release sends'
        : 'would lie where the release folder keeps what is its own';
      const message = `${file} of the shell’s build ${why}. Rename it or leave it out, and build again`;
      return { rule: 'files', file, message, ours: 'shell' } as const;
    });
  if (refusals.length > 0) throw new RefusedError(refusals);
}
