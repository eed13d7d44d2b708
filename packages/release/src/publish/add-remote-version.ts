import path from 'node:path';
import { type PublishedRemote, remoteJsonSchema } from '@patchwork/federation';
import { publishedFiles } from '../bytes/files.ts';
import { sizeOf } from '../bytes/size.ts';
import { requireUndamaged } from '../folder/changed-by-hand.ts';
import { folderOfVersion } from '../folder/folders.ts';
import { entryOf, hashOfRemote, parseRelease, readRemoteRelease } from '../folder/remote-folder.ts';
import { ReleaseError } from '../release-error.ts';
import { addVersionFolder, isUsedAgain } from './add-version-folder.ts';
import { type AddedVersion, type BuiltPiece, readJson, readVersion } from './built-files.ts';
import { readBuild } from './read-build.ts';
import { requireSafeNames } from './safe-names.ts';

/**
 * The names that a build takes of the shop's packages, read from its scripts where nothing but a file of the build
 * says so: its types were emitted elsewhere.
 */
async function importsOf({ folder, types }: BuiltPiece, built: readonly string[]) {
  if (types !== undefined) return undefined;
  // The compiler takes longer to load than all else here.
  const { readBuildImports } = await import('./build-imports.ts');
  return readBuildImports(path.join(folder, 'dist'), built);
}

/**
 * Copies a remote's build to an immutable folder, <staged>/remotes/<id>/<version>-<hash>, unless the release folder
 * has that version. Throws a ReleaseError when the build is missing or breaks its declaration, or when the version
 * is there and was changed by hand.
 */
export async function addRemoteVersion(
  piece: BuiltPiece,
  staged: string,
  release: string,
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
  const { id } = bare;
  const version = `${await readVersion(piece.folder)}-${hashOfRemote(bare)}`;
  const present = { name: id, version, folder: folderOfVersion(release, id, version) };
  if (await isUsedAgain(present.folder)) {
    await requireUndamaged(present, present.folder, content.integrity);
    return { version: await readRemoteRelease(release, id, version), fresh: false };
  }
  await addVersionFolder({
    sources,
    folder: folderOfVersion(staged, id, version),
    describe: async (folder) => ({
      ...bare,
      version,
      entry: entryOf(id, version),
      size: await sizeOf(folder, built),
      imports: await importsOf(piece, built),
      publishedAt: new Date().toISOString(),
    }),
  });
  return { version: await readRemoteRelease(staged, id, version), fresh: true };
}
