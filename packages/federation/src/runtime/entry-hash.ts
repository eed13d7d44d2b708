import type { ActiveRemote } from '../registry/active-remotes.ts';

/** The hash of a version's entry; undefined where it is not known. */
export const entryHash = ({
  entry,
  integrity,
}: Pick<ActiveRemote, 'entry' | 'integrity'>): string | undefined =>
  integrity?.[entry.slice(entry.lastIndexOf('/') + 1)];
