import { readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { exists, publishedFiles, readIfPresent, replaceFile } from '../bytes/files.ts';
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
import { addVersionFolder } from './add-version-folder.ts';
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

/**
 * Adds files that are not there yet. A file that is there is not written again, as pages are open
 * with it, but counts as used today (see prune).
 */
async function addHashed(
  release: string,
  version: string,
  sources: readonly Source[],
): Promise<void> {
  const now = new Date();
  for (const { file, from } of sources) {
    const target = path.join(release, file);
    const content = await readFile(from);
    const present = await readIfPresent(target);
    if (!present) await replaceFile(target, content);
    else if (integrityOf(present) === integrityOf(content)) await utimes(target, now, now);
    else {
      const message = `${target} holds other bytes than this build’s file of that name. A published file never changes: delete it if it was damaged, and publish again`;
      const ours = `shell ${version}`;
      throw new RefusedError([{ severity: 'refusal', rule: 'files', file, message, ours }]);
    }
  }
  await precompress(
    release,
    sources.map(({ file }) => file),
  );
}

/**
 * Copies the shell's build: hashed files to the root, never overwritten, all else to its own folder,
 * shell/<version>-<hash>. No visitor gets it yet.
 */
export async function addShellVersion(
  release: string,
  piece: BuiltPiece,
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
  const folder = folderOfVersion(release, shellName, version);
  const hashed = all.filter(({ file }) => isHashed(file));
  const own = all.filter(({ file }) => !isHashed(file));
  if (await exists(folder)) {
    await requireUndamaged({ name: shellName, version, folder }, release, integrity);
  }
  await addHashed(release, version, hashed);
  const fresh = await addVersionFolder({
    release,
    sources: own,
    folder,
    describe: async (temporary): Promise<ShellRelease> => {
      const files = (sources: readonly Source[]) => sources.map(({ file }) => file);
      const [rest, assets] = await Promise.all([
        sizeOf(temporary, files(own.filter(({ file }) => built.includes(file)))),
        sizeOf(release, files(hashed)),
      ]);
      const size = { raw: rest.raw + assets.raw, brotli: rest.brotli + assets.brotli };
      return { version, integrity, ...declared, size, publishedAt: new Date().toISOString() };
    },
  });
  return { version: await readShellRelease(release, version), fresh };
}
