import { folderOfVersion } from '../folder/folders.ts';
import { previewsIn, readRegistry, remotesIn } from '../folder/registry-document.ts';
import { readTypes } from '../gate/types/types-index.ts';

/** A version of a remote that imports a shared name. */
export interface NameUse {
  readonly remote: string;
  readonly version: string;
  /** Audience: 'stable', 'canary', or 'preview pr-42'. */
  readonly role: string;
  /** The module that has the name: '@patchwork/shop'. */
  readonly module: string;
  /** A source file of the remote that imports it. */
  readonly file: string;
}

/**
 * The versions which visitors may get of remotes that import a name of a shared package. A version that goes
 * back or out of a preview is not among them, nor is a name that is only mentioned as a type: at run time
 * nothing is left of it.
 */
export async function listUses(release: string, name: string): Promise<NameUse[]> {
  const document = await readRegistry(release);
  const live = remotesIn(document).flatMap(({ id, stable, canary }) => [
    { remote: id, version: stable.version, role: 'stable' },
    ...(canary ? [{ remote: id, version: canary.release.version, role: 'canary' }] : []),
  ]);
  const previewed = previewsIn(document).flatMap((preview) =>
    preview.remotes.map(({ id, version }) => ({
      ...{ remote: id, version, role: `preview ${preview.name}` },
    })),
  );
  const uses = [...live, ...previewed].map(async (found): Promise<NameUse[]> => {
    const types = await readTypes(folderOfVersion(release, found.remote, found.version));
    return Object.entries(types?.index.imports ?? {}).flatMap(([module, names]) => {
      const file = names[name];
      return file === undefined ? [] : [{ ...found, module, file }];
    });
  });
  return (await Promise.all(uses)).flat();
}
