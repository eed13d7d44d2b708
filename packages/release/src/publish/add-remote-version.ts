import path from 'node:path';
import { type PublishedRemote, remoteJsonSchema } from '@patchwork/federation';
import { publishedFiles } from '../bytes/files.ts';
import { sizeOf } from '../bytes/size.ts';
import { requireUndamaged } from '../folder/changed-by-hand.ts';
import { folderOfVersion } from '../folder/folders.ts';
import { entryOf, hashOfRemote, parseRelease, readRemoteRelease } from '../folder/remote-folder.ts';
import { ReleaseError } from '../release-error.ts';
import { addVersionFolder } from './add-version-folder.ts';
import { type AddedVersion, type BuiltPiece, readJson, readVersion } from './built-files.ts';
import { readBuild } from './read-build.ts';
import { requireSafeNames } from './safe-names.ts';

/**
 * Copies a remote's build to its own immutable folder, remotes/<id>/<version>-<hash>. No visitor
 * gets it yet. Throws a ReleaseError, and changes nothing, when the build is missing or breaks its
 * declaration, or when the version is there and was changed by hand.
 */
export async function addRemoteVersion(
  release: string,
  piece: BuiltPiece,
): Promise<AddedVersion<PublishedRemote>> {
  const dist = path.join(piece.folder, 'dist');
  const built = await publishedFiles(dist);
  if (!built.includes('remoteEntry.js')) {
    throw new ReleaseError(`${dist}/remoteEntry.js is missing: build the piece first`);
  }
  requireSafeNames(piece.name, built);
  const { sources, ...content } = await readBuild(piece, built);
  const declarationFile = path.join(piece.folder, 'remote.json');
  const declaration = await readJson(declarationFile, remoteJsonSchema);
  const bare = parseRelease(declarationFile, declaration.id, {
    ...declaration,
    version: '',
    entry: entryOf(declaration.id, ''),
    ...content,
  });
  const version = `${await readVersion(piece.folder)}-${hashOfRemote(bare)}`;
  const entry = entryOf(bare.id, version);
  const described = { ...bare, version, entry };
  const folder = folderOfVersion(release, bare.id, version);
  const fresh = await addVersionFolder({
    release,
    sources,
    folder,
    describe: async (temporary) => ({
      ...described,
      size: await sizeOf(temporary, built),
      publishedAt: new Date().toISOString(),
    }),
  });
  const published = { name: bare.id, version, folder };
  if (!fresh) await requireUndamaged(published, folder, content.integrity);
  return { version: await readRemoteRelease(release, bare.id, version), fresh };
}
