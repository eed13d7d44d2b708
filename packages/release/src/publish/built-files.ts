import path from 'node:path';
import { type ShellJson, shellJsonSchema } from '@patchwork/federation';
import * as v from 'valibot';
import { exists, listFiles, readIfPresent } from '../bytes/files.ts';
import type { Source } from '../bytes/integrity.ts';
import { parseJson } from '../bytes/parse-json.ts';
import type { Finding } from '../gate/gate.ts';
import { ReleaseError } from '../release-error.ts';

/** A piece of the workspace as its build left it. */
export interface BuiltPiece {
  /** 'shell', or a remote's id. */
  readonly name: string;
  /** Its folder, with dist/ in it. */
  readonly folder: string;
  /** The folder of its emitted declarations, for the gate. */
  readonly types?: string | undefined;
  /** Names of the place that it comes from: see readOwner. Left out: nobody asks. */
  readonly owner?: readonly string[] | undefined;
  /** Faults of its sources. */
  readonly findings?: readonly Finding[] | undefined;
}

/** A version of a build. `fresh` is false when the release folder has it already. */
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

/** What the shell declares, in its shell.json. Without one it has no slots, and no limit. */
export async function readShellJson(piece: string): Promise<ShellJson> {
  const file = path.join(piece, 'shell.json');
  return (await exists(file)) ? readJson(file, shellJsonSchema) : {};
}

/** What a version is copied from: the files of its build, and its declarations, which go to types/. */
export async function sourcesOf(
  { folder, types }: BuiltPiece,
  built: readonly string[],
): Promise<Source[]> {
  const sources = built.map((file) => ({ file, from: path.join(folder, 'dist', file) }));
  if (types === undefined) return sources;
  const declarations = await listFiles(types);
  return [
    ...sources,
    ...declarations.map((file) => ({ file: `types/${file}`, from: path.join(types, file) })),
  ];
}
