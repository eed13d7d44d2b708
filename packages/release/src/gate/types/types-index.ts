import path from 'node:path';
import * as v from 'valibot';
import { readValid } from '../../folder/files.ts';
import { nameContent } from '../../folder/integrity.ts';
import { releaseFile } from '../../folder/release-file.ts';

/** The file of a version's types/ that says what the others are. */
export const typesIndexFile = 'index.json';

const files = v.record(v.string(), v.string());

/** Fields by name, '*' for the entries of a list; null where nothing is known of what is within. */
export type Fields = { readonly [name: string]: Fields } | null;

const fields: v.GenericSchema<Fields> = v.lazy(() => v.nullable(v.record(v.string(), fields)));

const typesIndexSchema = v.object({
  format: v.literal(1),
  /** Hash of all declarations and of this index: two versions with the same one have the same types. */
  hash: v.string(),
  /** The modules that a remote exposes, or the shell’s contract: './Home' to its declarations. */
  modules: files,
  /** The workspace’s packages, each the copy that the piece was built with, by imported name. */
  packages: files,
  /** By shared package, the values that a remote imports, each with a source file that does. */
  imports: v.record(v.string(), files),
  /** Calls of the API that a shell knows, by name. */
  api: v.optional(
    v.record(v.string(), v.object({ method: v.string(), path: v.string(), answer: fields })),
    {},
  ),
  /** The calls of the API that its code makes, each with the answer as it was built with. */
  calls: v.optional(
    v.record(v.string(), v.object({ answer: fields, files: v.array(v.string()) })),
    {},
  ),
  /** By page name, the source files that link to it, each with the parameters that all its links give. */
  links: v.optional(v.record(v.string(), v.record(v.string(), v.array(v.string()))), {}),
  /** Names of values in the browser's storage: those that a remote's code uses, or that the shell's packages own. */
  stores: v.optional(v.array(v.string()), []),
});

/** The content of a version's types/. All paths are relative to that folder. */
export type TypesIndex = v.InferOutput<typeof typesIndexSchema>;

/** A version's declarations. */
export interface VersionTypes {
  readonly folder: string;
  readonly index: TypesIndex;
}

const importsSchema = v.object({ imports: v.optional(typesIndexSchema.entries.imports, {}) });

/** Reads the index of a folder of declarations; undefined when it has none. */
export const readTypesIndex = (folder: string): Promise<TypesIndex | undefined> =>
  readValid(path.join(folder, typesIndexFile), typesIndexSchema);

/**
 * Reads what a version's folder says about its types; undefined when it has none. The imports that were read from the
 * build of another tool count as well as those that its index lists.
 */
export async function readTypes(versionFolder: string): Promise<VersionTypes | undefined> {
  const folder = path.join(versionFolder, 'types');
  const index = await readTypesIndex(folder);
  const { imports: built = {} } =
    (await readValid(releaseFile(versionFolder), importsSchema)) ?? {};
  if (!index || Object.keys(built).length === 0) return index && { folder, index };
  const modules = [...new Set([...Object.keys(index.imports), ...Object.keys(built)])];
  const imports = Object.fromEntries(
    modules.map((module) => [module, { ...built[module], ...index.imports[module] }]),
  );
  return { folder, index: { ...index, imports, hash: nameContent([index.hash, imports]) } };
}
