import { readFile, rm, utimes } from 'node:fs/promises';
import path from 'node:path';
import { type PublishedRemote, remoteJsonSchema, rendererFile } from '@patchwork/host';
import { RefusedError, ReleaseError } from '../errors.ts';
import { refusal } from '../findings.ts';
import { precompress, sizeOf } from '../release-folder/compression.ts';
import { writeDeltas } from '../release-folder/dictionaries.ts';
import {
  exists,
  listFiles,
  publishedFiles,
  readIfPresent,
  writeNew,
  writeThrough,
} from '../release-folder/files.ts';
import {
  type Integrity,
  integrityOf,
  readIntegrity,
  requireUndamaged,
  type Source,
} from '../release-folder/integrity.ts';
import { copyEnding, folderOfVersion, isFreeName, shellName } from '../release-folder/layout.ts';
import { placeholder } from '../release-folder/page/page.ts';
import { readRegistry } from '../release-folder/registry.ts';
import {
  entryOf,
  fromRoot,
  hashOfRemote,
  hashOfShell,
  isHashed,
  nameVersion,
  parseRelease,
  readCopies,
  readRemoteRelease,
  readShellRelease,
  releaseFile,
  type ShellRelease,
} from '../release-folder/release-file.ts';
import { listPublished, namedVersions } from '../release-folder/versions.ts';
import {
  type AddedVersion,
  type BuiltPiece,
  readBuild,
  readJson,
  readShellJson,
  readVersion,
  refusedName,
  requireSafeNames,
} from './built-files.ts';

const filesOf = (sources: readonly Source[]): string[] => sources.map(({ file }) => file);

/**
 * Number of earlier versions against which deltas of a new version's files are written: visitors who have cached one of
 * these versions download only the difference.
 */
const DICTIONARIES = 3;

/**
 * Returns the files of at most DICTIONARIES versions that the registry names, first stable, then canary and previous.
 * Visitors may have cached these versions. Empty for a check, which writes no deltas.
 */
async function earlierFiles(release: string, name: string, staged: string): Promise<Source[]> {
  if (staged === release) return [];
  const named = [...new Set(namedVersions(await readRegistry(release), name))].slice(
    0,
    DICTIONARIES,
  );
  const published = await listPublished(release, name);
  return published
    .filter(({ version }) => named.includes(version))
    .flatMap(({ folder, integrity = {} }) =>
      Object.keys(integrity).map((file) => ({
        file,
        from: path.join(name === shellName ? release : folder, file),
      })),
    );
}

/** Returns the function that writes staged files: only those of a release must survive a power failure. */
const writerOf = (staged: string, release: string): typeof writeThrough =>
  staged === release ? writeNew : writeThrough;

/** Copies files to a folder that no other process reads yet, and adds compressed copies. */
async function copyFiles(
  folder: string,
  sources: readonly Source[],
  write: typeof writeThrough,
): Promise<void> {
  await Promise.all(
    sources.map(async ({ file, from }) => write(path.join(folder, file), await readFile(from))),
  );
  await precompress(folder, filesOf(sources), write);
}

/** Returns the hashes of the compressed copies in a folder, by path relative to `root`. */
async function hashCopies(root: string, folder: string): Promise<Integrity> {
  const files = (await listFiles(path.join(root, folder))).filter((file) => copyEnding.test(file));
  const paths = files.map((file) => path.posix.join(folder, file));
  return readIntegrity(paths.map((file) => ({ file, from: path.join(root, file) })));
}

/**
 * Returns the hashes of the compressed copies of `files` in static/, which all versions of the shell share. A copy that
 * exists stays as it is, even if another compressor has written it: its hash is the one that the live shell states. If
 * none is stated, nobody knows what is in it, and it is left out.
 */
async function hashSharedCopies(staged: string, release: string, files: readonly string[]) {
  const own = await hashCopies(staged, 'static');
  // A check adds nothing, and has no release.
  if (staged === release) return own;
  const { shell } = await readRegistry(release);
  const folder = shell && folderOfVersion(release, shellName, shell.version);
  const stated =
    shell && folder !== undefined && (await exists(releaseFile(folder)))
      ? await readCopies({ name: shellName, version: shell.version, folder })
      : {};
  const copies: Record<string, string> = {};
  for (const [file, hash] of Object.entries(stated)) {
    if (files.includes(file.replace(copyEnding, ''))) copies[file] = hash;
  }
  for (const [file, hash] of Object.entries(own)) {
    const present = await readIfPresent(path.join(release, file));
    if (!present || integrityOf(present) === hash) copies[file] ??= hash;
    if (present) await rm(path.join(staged, file));
  }
  return copies;
}

const writeDescription = (
  folder: string,
  description: object,
  write: typeof writeThrough,
): Promise<void> => write(releaseFile(folder), `${JSON.stringify(description, null, 2)}\n`);

/** Whether a version exists already. If so, marks it as used now (see prune). */
async function isUsedAgain(folder: string): Promise<boolean> {
  const now = new Date();
  if (!(await exists(folder))) return false;
  await utimes(folder, now, now);
  return true;
}

/**
 * Returns the names that a build imports from the shop's packages, read from its scripts. Undefined for a build with
 * type declarations, because their index already lists the names.
 */
async function importsOf({ folder, types }: BuiltPiece, built: readonly string[]) {
  if (types !== undefined) return undefined;
  // Loaded on demand: the TypeScript compiler takes longer to load than everything else here.
  const { readBuildImports } = await import('./build-imports.ts');
  return readBuildImports(path.join(folder, 'dist'), built);
}

/** Reads a remote's build: its files, and the description of the version that they make. Throws as addRemoteVersion does. */
async function readRemoteBuild(piece: BuiltPiece) {
  const dist = path.join(piece.folder, 'dist');
  const built = await publishedFiles(dist);
  if (!built.includes('remoteEntry.js')) {
    throw new ReleaseError(`${dist}/remoteEntry.js is missing: build the piece first`);
  }
  requireSafeNames(piece.name, built);
  const declarationFile = path.join(piece.folder, 'remote.json');
  const declaration = await readJson(declarationFile, remoteJsonSchema);
  const { sources, ...content } = await readBuild(piece, built, declaration.languages);
  const bare = parseRelease(declarationFile, declaration.id, {
    ...declaration,
    version: '',
    entry: entryOf(declaration.id, ''),
    ...content,
  });
  const version = nameVersion(await readVersion(piece.folder), hashOfRemote(bare));
  const described = { ...bare, version, entry: entryOf(bare.id, version) };
  return { built, sources, integrity: content.integrity, described };
}

/**
 * Adds a remote's build to a folder for a trial: without types, deltas and compressed copies, which no page needs.
 * Throws as addRemoteVersion does.
 */
export async function addForTrial(
  { name, folder }: BuiltPiece,
  staged: string,
): Promise<PublishedRemote> {
  const { sources, described } = await readRemoteBuild({ name, folder });
  const { id, version } = described;
  const target = folderOfVersion(staged, id, version);
  await Promise.all(
    sources.map(async ({ file, from }) => writeNew(path.join(target, file), await readFile(from))),
  );
  return described;
}

/**
 * Copies a remote's build to an immutable folder, <staged>/remotes/<id>/<version>-<hash>, unless the release folder has
 * that version. Throws a ReleaseError if the build is missing or its declaration is invalid, a RefusedError if the
 * build has an unsafe file name, or if a file of the build or of the existing version was changed.
 */
export async function addRemoteVersion(
  piece: BuiltPiece,
  staged: string,
  release: string,
): Promise<AddedVersion<PublishedRemote>> {
  const { built, sources, integrity, described } = await readRemoteBuild(piece);
  const { id, version } = described;
  const present = { name: id, version, folder: folderOfVersion(release, id, version) };
  if (await isUsedAgain(present.folder)) {
    await requireUndamaged(present, present.folder, integrity);
    return { version: await readRemoteRelease(release, id, version), fresh: false };
  }
  const folder = folderOfVersion(staged, id, version);
  const write = writerOf(staged, release);
  await copyFiles(folder, sources, write);
  await writeDeltas(folder, filesOf(sources), await earlierFiles(release, id, staged), write);
  await writeDescription(
    folder,
    {
      ...described,
      // Only servers run the renderer, so it doesn't count as a download.
      size: await sizeOf(
        folder,
        built.filter((file) => !file.endsWith(rendererFile)),
      ),
      imports: await importsOf(piece, built),
      copies: await hashCopies(folder, ''),
      publishedAt: new Date().toISOString(),
    },
    write,
  );
  return { version: await readRemoteRelease(staged, id, version), fresh: true };
}

async function checkTemplate(dist: string): Promise<void> {
  const file = path.join(dist, 'index.html');
  const html = (await readIfPresent(file))?.toString();
  if (html === undefined) throw new ReleaseError(`${file} is missing: build the shell first`);
  if (html.includes(placeholder)) return;
  throw new ReleaseError(`${file} lacks ${placeholder}, which the registry replaces`);
}

function requireFreeNames(files: readonly string[]): void {
  const refusals = files
    .filter((file) => !isFreeName(file))
    .map((file) =>
      refusedName('shell', file, 'has the name of a file or folder of the release itself'),
    );
  if (refusals.length > 0) throw new RefusedError(refusals);
}

/**
 * Throws a RefusedError if a file in static/ has no content hash in its name. Names only the first such file, because
 * others would have the same cause.
 */
function requireHashes(files: readonly string[]): void {
  const file = files.find((each) => isHashed(each) && !/\.[0-9a-f]+\./.test(path.basename(each)));
  if (file === undefined) return;
  const message = `${file} of the shell’s build has no hash in its name: browsers keep a file of static/ for a year, so a change of it would not reach them. Build the shell with hashes (output.filenameHash), and keep other files out of static/`;
  throw new RefusedError([refusal('files', shellName, message, { file })]);
}

/** Throws a RefusedError if the release folder has a file with the same path but other content. */
async function requireSameBytes(release: string, version: string, sources: readonly Source[]) {
  for (const { file, from } of sources) {
    const target = path.join(release, file);
    const present = await readIfPresent(target);
    if (!present || integrityOf(present) === integrityOf(await readFile(from))) continue;
    const message = `${target} differs from this build’s file of the same name. A published file never changes: if it was damaged, delete it and publish again`;
    throw new RefusedError([refusal('files', `shell ${version}`, message, { file })]);
  }
}

/**
 * Copies the shell's build, unless the release folder has that version: files in static/ to static/ of the staged
 * folder, all others to shell/<version>-<hash>. Throws as addRemoteVersion does, and also if the template lacks the
 * placeholder, a name is reserved, or a name in static/ has no hash.
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
  const version = nameVersion(await readVersion(piece.folder), hashOfShell(relative, declared));
  const integrity = fromRoot(relative, version);
  const published = {
    name: shellName,
    version,
    folder: folderOfVersion(release, shellName, version),
  };
  const hashed = all.filter(({ file }) => isHashed(file));
  const own = all.filter(({ file }) => !isHashed(file));
  await requireSameBytes(release, version, hashed);
  if (await isUsedAgain(published.folder)) {
    await requireUndamaged(published, release, integrity);
    return { version: await readShellRelease(release, version), fresh: false };
  }
  const folder = folderOfVersion(staged, shellName, version);
  const write = writerOf(staged, release);
  await copyFiles(staged, hashed, write);
  await copyFiles(folder, own, write);
  const earlier = await earlierFiles(release, shellName, staged);
  const present = new Set(filesOf(earlier));
  // An unchanged file needs no delta: browsers that have it don't request it again.
  const changed = filesOf(hashed).filter((file) => !present.has(file));
  await writeDeltas(staged, changed, earlier, write);
  const [rest, assets] = await Promise.all([
    sizeOf(
      folder,
      filesOf(own).filter((file) => built.includes(file)),
    ),
    sizeOf(staged, filesOf(hashed)),
  ]);
  const size = { raw: rest.raw + assets.raw, brotli: rest.brotli + assets.brotli };
  const publishedAt = new Date().toISOString();
  const described: ShellRelease = { version, integrity, ...declared, size, publishedAt };
  const copies = {
    ...(await hashSharedCopies(staged, release, filesOf(hashed))),
    ...(await hashCopies(staged, `shell/${version}`)),
  };
  await writeDescription(folder, { ...described, copies }, write);
  return { version: await readShellRelease(staged, version), fresh: true };
}
