import { type ShellJson, shellJsonSchema } from '@patchwork/federation';
import * as v from 'valibot';
import { type Integrity, nameContent } from '../bytes/integrity.ts';
import { folderOfVersion, shellName } from './folders.ts';
import { readReleaseFile, requireOriginal } from './release-file.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const shellReleaseSchema = v.object({
  ...shellJsonSchema.entries,
  /** '<package version>-<hash of the content>', the folder's name. */
  version: v.string(),
  /** By path relative to the release folder, every published file. */
  integrity: v.record(v.string(), v.string()),
  /** The packages that it shares: with `loaded-first` every remote gets these. */
  shared: v.record(v.string(), v.object({ version: v.string(), requiredVersion: v.string() })),
  /** Bytes of all its files, as they are and with brotli. */
  size: v.object({ raw: count, brotli: count }),
  /** ISO, UTC. */
  publishedAt: v.string(),
});

/** One published version of the shell. */
export type ShellRelease = v.InferOutput<typeof shellReleaseSchema>;

/**
 * Whether a file has a hash of its content in its name. Such files are in the root and shared by all
 * versions of the shell: browsers do not download an unchanged one again with the next shell.
 */
export const isHashed = (file: string): boolean => file.startsWith('static/');

const own = (version: string): string => `shell/${version}/`;

const renamed = (integrity: Integrity, rename: (file: string) => string): Integrity =>
  Object.fromEntries(Object.entries(integrity).map(([file, hash]) => [rename(file), hash]));

/** Hashes by path in the build's folder, as hashes by path relative to the release folder. */
export const fromRoot = (integrity: Integrity, version: string): Integrity =>
  renamed(integrity, (file) => (isHashed(file) ? file : own(version) + file));

/** The same the other way round. */
const fromBuild = ({ integrity, version }: ShellRelease): Integrity =>
  renamed(integrity, (file) =>
    file.startsWith(own(version)) ? file.slice(own(version).length) : file,
  );

/** What a version of the shell is named after: its files, by path in the build's folder, packages, and what it declares. */
export const hashOfShell = (
  relative: Integrity,
  { shared, budget, slots }: Pick<ShellRelease, 'shared'> & ShellJson,
): string => nameContent({ relative, shared, budget, slots });

/** A published shell as its own release.json describes it. Throws a ReleaseError on a bad one. */
export async function readShellRelease(release: string, version: string): Promise<ShellRelease> {
  const folder = folderOfVersion(release, shellName, version);
  const published = { name: shellName, version, folder };
  const described = await readReleaseFile(published, shellReleaseSchema);
  const hash = hashOfShell(fromBuild(described), described);
  requireOriginal(published, { version: described.version, hash });
  return described;
}
