import path from 'node:path';
import * as v from 'valibot';
import { listFiles, readIfPresent } from '../bytes/files.ts';
import type { Source } from '../bytes/integrity.ts';
import { ReleaseError } from '../release-error.ts';

/** A built piece, and the release folder to place it in. */
export interface Placement {
  /** The piece's folder, built. */
  readonly piece: string;
  /** Where its emitted declarations lie, for the gate. */
  readonly types?: string | undefined;
  /** The release folder; it is made when it is missing. */
  readonly release: string;
}

/** A version that lies in a release folder. `fresh` is false when it lay there already. */
export interface Placed<T> {
  readonly version: T;
  readonly fresh: boolean;
}

/** Reads one of a piece's own JSON files; throws a ReleaseError that names the field at fault. */
export async function readJson<T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const text = (await readIfPresent(file))?.toString();
  if (text === undefined) throw new ReleaseError(`${file} is missing: build the piece first`);
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), text);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  throw new ReleaseError(`${file}: ${v.getDotPath(issue) ?? 'document'}: ${issue.message}`);
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
