import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { publishedFiles, readIfPresent, writeThrough } from '../bytes/files.ts';
import { integrityOf, type Source } from '../bytes/integrity.ts';
import { precompress } from '../bytes/precompress.ts';
import { sizeOf } from '../bytes/size.ts';
import { requireUndamaged } from '../folder/changed-by-hand.ts';
import { folderOfVersion, shellName } from '../folder/folders.ts';
import { placeholder } from '../folder/render-page.ts';
import { isFreeName } from '../folder/root-names.ts';
import {
  fromRoot,
  hashOfShell,
  isHashed,
  readShellRelease,
  type ShellRelease,
} from '../folder/shell-folder.ts';
import { RefusedError, ReleaseError } from '../release-error.ts';
import { addVersionFolder, isUsedAgain } from './add-version-folder.ts';
import { type AddedVersion, type BuiltPiece, readShellJson, readVersion } from './built-files.ts';
import { readBuild } from './read-build.ts';
import { refusedName, requireSafeNames } from './safe-names.ts';

async function checkTemplate(dist: string): Promise<void> {
  const file = path.join(dist, 'index.html');
  const html = (await readIfPresent(file))?.toString();
  if (html === undefined) throw new ReleaseError(`${file} is missing: build the shell first`);
  if (html.includes(placeholder)) return;
  throw new ReleaseError(`${file} lacks ${placeholder}, which the registry replaces`);
}

/**
 * Throws a RefusedError when a file of the shell's build, which goes to the root, has the name of a
 * file or folder of the release itself.
 */
function requireFreeNames(files: readonly string[]): void {
  const refusals = files
    .filter((file) => !isFreeName(file))
    .map((file) =>
      refusedName('shell', file, 'has the name of a file or folder of the release itself'),
    );
  if (refusals.length > 0) throw new RefusedError(refusals);
}

/** Throws a RefusedError for the first file that should have a hash in its name: all have the same cause. */
function requireHashes(files: readonly string[]): void {
  const file = files.find((each) => isHashed(each) && !/\.[0-9a-f]+\./.test(path.basename(each)));
  if (file === undefined) return;
  const message = `${file} of the shell’s build has no hash in its name: browsers keep a file of static/ for a year, so a change of it would not reach them. Build the shell with hashes (output.filenameHash), and keep other files out of static/`;
  throw new RefusedError([{ severity: 'refusal', rule: 'files', file, message, ours: shellName }]);
}

/** Throws a RefusedError when a file of the release folder has other bytes than the build's file of that name. */
async function requireSameBytes(release: string, version: string, sources: readonly Source[]) {
  for (const { file, from } of sources) {
    const target = path.join(release, file);
    const present = await readIfPresent(target);
    if (!present || integrityOf(present) === integrityOf(await readFile(from))) continue;
    const message = `${target} holds other bytes than this build’s file of that name. A published file never changes: delete it if it was damaged, and publish again`;
    const ours = `shell ${version}`;
    throw new RefusedError([{ severity: 'refusal', rule: 'files', file, message, ours }]);
  }
}

async function addHashed(staged: string, sources: readonly Source[]): Promise<void> {
  for (const { file, from } of sources) {
    await writeThrough(path.join(staged, file), await readFile(from));
  }
  await precompress(
    staged,
    sources.map(({ file }) => file),
    writeThrough,
  );
}

/**
 * Copies the shell's build: hashed files to the root of the staged folder, all else to a folder of its own,
 * shell/<version>-<hash>, unless the release folder has that version.
 */
export async function addShellVersion(
  piece: BuiltPiece,
  staged: string,
  release: string,
): Promise<AddedVersion<ShellRelease>> {
  const dist = path.join(piece.folder, 'dist');
  await checkTemplate(dist);
  const built = await publishedFiles(dist);
  requireSafeNames('shell', built);
  requireFreeNames(built);
  const { sources: all, integrity: relative, shared } = await readBuild(piece, built);
  requireHashes(built);
  const declared = { shared, ...(await readShellJson(piece.folder)) };
  const version = `${await readVersion(piece.folder)}-${hashOfShell(relative, declared)}`;
  const integrity = fromRoot(relative, version);
  const present = {
    name: shellName,
    version,
    folder: folderOfVersion(release, shellName, version),
  };
  const hashed = all.filter(({ file }) => isHashed(file));
  const own = all.filter(({ file }) => !isHashed(file));
  await requireSameBytes(release, version, hashed);
  if (await isUsedAgain(present.folder)) {
    await requireUndamaged(present, release, integrity);
    return { version: await readShellRelease(release, version), fresh: false };
  }
  await addHashed(staged, hashed);
  await addVersionFolder({
    sources: own,
    folder: folderOfVersion(staged, shellName, version),
    describe: async (folder): Promise<ShellRelease> => {
      const files = (sources: readonly Source[]) => sources.map(({ file }) => file);
      const [rest, assets] = await Promise.all([
        sizeOf(folder, files(own.filter(({ file }) => built.includes(file)))),
        sizeOf(staged, files(hashed)),
      ]);
      const size = { raw: rest.raw + assets.raw, brotli: rest.brotli + assets.brotli };
      return { version, integrity, ...declared, size, publishedAt: new Date().toISOString() };
    },
  });
  return { version: await readShellRelease(staged, version), fresh: true };
}
