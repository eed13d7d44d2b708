import path from 'node:path';
import * as v from 'valibot';
import { listFolders } from '../bytes/files.ts';
import { readJson } from '../place/piece.ts';
import { releaseFile } from '../place/place.ts';

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const shellReleaseSchema = v.object({
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

const shellsFolder = (release: string): string => path.join(release, 'shell');

export const folderOfShell = (release: string, version: string): string =>
  path.join(shellsFolder(release), version);

export const shellVersions = (release: string): Promise<string[]> =>
  listFolders(shellsFolder(release));

/** A published shell as its own release.json describes it. Throws a ReleaseError on a bad one. */
export const readShellRelease = (release: string, version: string): Promise<ShellRelease> =>
  readJson(releaseFile(folderOfShell(release, version)), shellReleaseSchema);
