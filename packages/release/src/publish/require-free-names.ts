import { isFreeName, isHidden } from '../folder/root-names.ts';
import { RefusedError } from '../release-error.ts';

/**
 * Throws a RefusedError when a file of the shell's build, which goes to the root, has the name of a
 * file or folder of the release itself, or a name that no server sends.
 */
export function requireFreeNames(files: readonly string[]): void {
  const refusals = files
    .filter((file) => !isFreeName(file))
    .map((file) => {
      const why = isHidden(file)
        ? 'has a name that begins with a dot, which no server of a release sends'
        : 'has the name of a file or folder of the release itself';
      const message = `${file} of the shell’s build ${why}. Rename it or leave it out, and build again`;
      return { rule: 'files', file, message, ours: 'shell' } as const;
    });
  if (refusals.length > 0) throw new RefusedError(refusals);
}
