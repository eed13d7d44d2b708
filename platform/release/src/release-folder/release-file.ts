import path from 'node:path';
import {
  type PublishedRemote,
  parseRegistry,
  type ShellJson,
  shellJsonSchema,
} from '@patchwork/host';
import * as v from 'valibot';
import { ReleaseError } from '../errors.ts';
import { parseJson, readIfPresent } from './files.ts';
import { changedByHand, type Integrity, nameContent, type VersionFolder } from './integrity.ts';
import { folderOfVersion, shellName } from './layout.ts';

export const releaseFile = (folder: string): string => path.join(folder, 'release.json');

async function readReleaseFile<T>(
  version: VersionFolder,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const file = releaseFile(version.folder);
  const content = await readIfPresent(file);
  if (content) return parseJson(file, content, schema);
  throw changedByHand(version, file, 'is missing');
}

interface Described {
  readonly version: unknown;
  readonly hash: string;
}

/**
 * Throws a RefusedError if a release.json has changed since its publication: it must state the version's name, which
 * ends with the hash of the description.
 */
function requireOriginal(published: VersionFolder, described: Described): void {
  const { version, folder } = published;
  if (described.version === version && version.endsWith(`-${described.hash}`)) return;
  const what = 'has changed since it was published: the version’s name contains another hash';
  throw changedByHand(published, releaseFile(folder), what);
}

const hashes = v.record(v.string(), v.string());

/** Hashes of a version's files and of their compressed copies, by path relative to the version's folder or the release. */
export const versionFilesSchema = v.object({
  integrity: hashes,
  /** Absent in a version that was published before they were stated. */
  copies: v.optional(hashes, {}),
});

/** Reads the hashes of a version's compressed copies from its release.json. Throws a RefusedError if it is missing. */
export const readCopies = async (version: VersionFolder): Promise<Integrity> =>
  (await readReleaseFile(version, versionFilesSchema)).copies;

/**
 * Returns the name of a version, which is that of its folder. '+', which begins a version's build metadata, becomes '_',
 * which no version has: in an address some servers take '+' for a space.
 */
export const nameVersion = (version: string, hash: string): string =>
  `${version.replaceAll('+', '_')}-${hash}`;

/** Returns the version in package.json of a version that is given by its name. */
export const versionInName = (name: string): string =>
  name.replace(/-[0-9a-f]{10}$/, '').replaceAll('_', '+');

/** Returns the address of a version's entry, relative to the site's root. */
export const entryOf = (id: string, version: string): string =>
  `/remotes/${id}/${version}/remoteEntry.js`;

/**
 * Returns the hash in the name of a remote's version. It covers the description without the version, the entry, the
 * date, the size and the compressed copies (which depend on the compressor), and the imports (which follow from the
 * files).
 */
export const hashOfRemote = (description: object): string =>
  nameContent({
    ...description,
    version: '',
    entry: '/',
    size: undefined,
    imports: undefined,
    copies: undefined,
    publishedAt: undefined,
  });

/**
 * Validates the description of a remote's version as the shop's page does, but allows any origin. Throws a ReleaseError
 * that names `file` and the invalid field.
 */
export function parseRelease(file: string, id: string, stable: object): PublishedRemote {
  const { registry, problems } = parseRegistry({ format: 2, remotes: [{ id, stable }] }, 'any');
  const [remote] = registry.remotes;
  if (!remote) throw new ReleaseError(`${file}: ${problems.join('; ')}`);
  return remote.stable;
}

/**
 * Reads a remote's published version from its release.json. Throws a ReleaseError if the file is invalid, a
 * RefusedError if it is missing or has changed since publication.
 */
export async function readRemoteRelease(
  release: string,
  id: string,
  version: string,
): Promise<PublishedRemote> {
  const folder = folderOfVersion(release, id, version);
  const published = { name: id, version, folder };
  const stable = await readReleaseFile(published, v.looseObject({}));
  const named = stable.entry === entryOf(id, version) && stable.version;
  requireOriginal(published, { version: named, hash: hashOfRemote(stable) });
  return parseRelease(releaseFile(folder), id, stable);
}

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const shellReleaseSchema = v.object({
  ...shellJsonSchema.entries,
  /** Folder name: '<package version>-<content hash>'. */
  version: v.string(),
  /** Hashes of all published files, by path relative to the release folder. */
  integrity: v.record(v.string(), v.string()),
  /**
   * Packages that the shell shares, by name. With the share strategy `loaded-first`, every remote gets the shell's
   * copies.
   */
  shared: v.record(v.string(), v.object({ version: v.string(), requiredVersion: v.string() })),
  /** Total size of the version's files in bytes, uncompressed and with brotli. */
  size: v.object({ raw: count, brotli: count }),
  /** ISO, UTC. */
  publishedAt: v.string(),
});

export type ShellRelease = v.InferOutput<typeof shellReleaseSchema>;

/**
 * Whether a file of a shell's build is in static/, where every name has a content hash. All versions of the shell share
 * these files, so browsers don't download unchanged ones again.
 */
export const isHashed = (file: string): boolean => file.startsWith('static/');

const own = (version: string): string => `shell/${version}/`;

const renamed = (integrity: Integrity, rename: (file: string) => string): Integrity =>
  Object.fromEntries(Object.entries(integrity).map(([file, hash]) => [rename(file), hash]));

/** Converts paths relative to the build's folder into paths relative to the release folder. */
export const fromRoot = (integrity: Integrity, version: string): Integrity =>
  renamed(integrity, (file) => (isHashed(file) ? file : own(version) + file));

/** Converts paths relative to the release folder into paths relative to the build's folder. */
const fromBuild = ({ integrity, version }: ShellRelease): Integrity =>
  renamed(integrity, (file) =>
    file.startsWith(own(version)) ? file.slice(own(version).length) : file,
  );

/**
 * Returns the hash in the name of a shell's version. It covers the hashes of the files (by path in the build's folder),
 * the shared packages and the declaration.
 */
export const hashOfShell = (
  relative: Integrity,
  { shared, budget, slots, redirects }: Pick<ShellRelease, 'shared'> & ShellJson,
): string => nameContent({ relative, shared, budget, slots, redirects });

/**
 * Reads a published shell from its release.json. Throws a ReleaseError if the file is invalid, a RefusedError if it is
 * missing or has changed since publication.
 */
export async function readShellRelease(release: string, version: string): Promise<ShellRelease> {
  const folder = folderOfVersion(release, shellName, version);
  const published = { name: shellName, version, folder };
  const described = await readReleaseFile(published, shellReleaseSchema);
  const hash = hashOfShell(fromBuild(described), described);
  requireOriginal(published, { version: described.version, hash });
  return described;
}
