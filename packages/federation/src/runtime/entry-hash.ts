import type { ActiveRemote } from '../registry/active-remotes.ts';

/** The name of an entry's file, which is in the folder of its version. */
export const fileName = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1);

/** The hash of a version's entry; undefined where it is not known. */
export const entryHash = ({
  entry,
  integrity,
}: Pick<ActiveRemote, 'entry' | 'integrity'>): string | undefined => integrity?.[fileName(entry)];
