import { releaseFile } from '../publish/add-version-folder.ts';
import { changedByHand } from './require-undamaged.ts';

interface Description {
  /** 'shell', or a remote's id. */
  readonly name: string;
  /** The version as its folder is named. */
  readonly version: string;
  readonly folder: string;
  /** The version as its release.json names it. */
  readonly written: unknown;
  /** The hash of what its release.json says. */
  readonly hash: string;
}

/**
 * Throws a RefusedError when a release.json is not the one that was published. A version is named
 * after what its description says, so a description that was changed by hand gives another name.
 */
export function requireOriginal({ name, version, folder, written, hash }: Description): void {
  if (written === version && version.endsWith(`-${hash}`)) return;
  throw changedByHand({
    name: `${name} ${version}`,
    folder,
    file: releaseFile(folder),
    what: 'is not what was published: the version is named after what it said',
  });
}
