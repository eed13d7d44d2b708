import { RefusedError } from '../release-error.ts';

/** The names in the root that belong to the release folder itself, compressed copies too. */
const taken = /^(?:(?:registry|config)\.json(?:\.(?:br|gz))?$|(?:remotes|shell)(?:\/|$))/i;
const isHidden = (file: string): boolean => file.split('/').some((part) => part.startsWith('.'));

/**
 * Throws a RefusedError when a file of the shell's build would lie where the release folder keeps
 * its pointers and versions, or where no server sends it: the shell's files go to the root.
 */
export function requireFreeNames(files: readonly string[]): void {
  const refusals = files
    .filter((file) => taken.test(file) || isHidden(file))
    .map((file) => {
      const why = isHidden(file)
        ? 'has a name that begins with a dot, which no server of a release sends'
        : 'would lie where the release folder keeps what is its own';
      const message = `${file} of the shell’s build ${why}. Rename it or leave it out, and build again`;
      return { rule: 'files', file, message, ours: 'shell' } as const;
    });
  if (refusals.length > 0) throw new RefusedError(refusals);
}
