import type { ActiveRemotes } from '@patchwork/host';
import { folderOf } from '@patchwork/host/browser';

/**
 * Returns the remote that a file belongs to; 'shell' for other files on this origin; undefined for files of other
 * sites.
 */
export function ownerOf(address: string, { remotes }: ActiveRemotes): string | undefined {
  // A remote at the site root is skipped, because the shell's files are in its folder as well.
  const owners = remotes.filter(({ entry }) => folderOf(entry) !== folderOf('/'));
  const remote = owners.find(({ entry }) => address.startsWith(folderOf(entry)));
  if (remote) return remote.id;
  return new URL(address).origin === location.origin ? 'shell' : undefined;
}
