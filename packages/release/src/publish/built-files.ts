import path from 'node:path';
import * as v from 'valibot';
import { listFiles, readIfPresent } from '../bytes/files.ts';
import type { Source } from '../bytes/integrity.ts';
import { parseJson } from '../bytes/parse-json.ts';
import { ReleaseError } from '../release-error.ts';

/** A built piece, and the release folder that it is copied to. */
export interface NewVersion {
  /** The piece's folder, built. */
  readonly piece: string;
  /** The folder of its emitted declarations, for the gate. */
  readonly types?: string | undefined;
  /** The release folder; created when it is missing. */
  readonly release: string;
}

/** A version in a release folder. `fresh` is false when it was there already. */
export interface AddedVersion<T> {
  readonly version: T;
  readonly fresh: boolean;
}

/** Reads one of the JSON files of a piece that was built; throws a ReleaseError where it can't. */
export async function readJson<T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const content = await readIfPresent(file);
  if (content === undefined) throw new ReleaseError(`${file} is missing: build the piece first`);
  return parseJson(file, content, schema);
}

const versionSchema = v.object({
  version: v.pipe(v.string(), v.regex(/^\d[\w.+-]*$/, 'a version is written "1.2.3"')),
});

/** The version that a piece's package.json states. */
export const readVersion = async (piece: string): Promise<string> =>
  (await readJson(path.join(piece, 'package.json'), versionSchema)).version;

/** The declarations of a piece, in the folder types/ of its version. */
export async function typeSources(types: string | undefined): Promise<Source[]> {
  if (types === undefined) return [];
  const files = await listFiles(types);
  return files.map((file) => ({ file: `types/${file}`, from: path.join(types, file) }));
}
