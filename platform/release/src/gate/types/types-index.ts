import path from 'node:path';
import * as v from 'valibot';
import { readValid } from '../../release-folder/files.ts';
import { nameContent } from '../../release-folder/integrity.ts';
import { releaseFile } from '../../release-folder/release-file.ts';

/** File in a version's types/ that describes the declarations there. */
export const typesIndexFile = 'index.json';

const files = v.record(v.string(), v.string());

/** Fields by name, with '*' for entries of a list; null if there are none, or if they are unknown. */
export type Fields = { readonly [name: string]: Fields } | null;

const fields: v.GenericSchema<Fields> = v.lazy(() => v.nullable(v.record(v.string(), fields)));

const typesIndexSchema = v.object({
  format: v.literal(1),
  /**
   * Hash of all declarations and of `modules`, `packages` and `imports`. Two versions with equal hashes have equal
   * types.
   */
  hash: v.string(),
  /** Declarations of a remote's exposed modules and slots, or of the shell’s contract, by name: './Home'. */
  modules: files,
  /** Declarations of the workspace's packages that the piece was built with, by import name. */
  packages: files,
  /** Values that a remote imports, by shared package; each with a source file that imports it. */
  imports: v.record(v.string(), files),
  /** API calls that a shell knows, by name. */
  api: v.optional(
    v.record(v.string(), v.object({ method: v.string(), path: v.string(), answer: fields })),
    {},
  ),
  /** API calls that the piece's code makes, by name; each with the response type that it was built with. */
  calls: v.optional(
    v.record(v.string(), v.object({ answer: fields, files: v.array(v.string()) })),
    {},
  ),
  /** Source files that link to a page, by page name; each with the parameters that all its links to the page have. */
  links: v.optional(v.record(v.string(), v.record(v.string(), v.array(v.string()))), {}),
  /** Names of values in browser storage: used by a remote's code, or owned by the shell's packages. */
  stores: v.optional(v.array(v.string()), []),
  /** Names of the settings that a remote's code reads; absent if they are unknown, and of a shell. */
  settings: v.optional(v.array(v.string())),
});

/**
 * Content of types/index.json. Paths of declarations are relative to types/, paths of source files to the workspace.
 */
export type TypesIndex = v.InferOutput<typeof typesIndexSchema>;

export interface VersionTypes {
  readonly folder: string;
  readonly index: TypesIndex;
}

const importsSchema = v.object({ imports: v.optional(typesIndexSchema.entries.imports, {}) });

/** Reads the index of a folder of declarations; undefined if it is missing or invalid. */
const readTypesIndex = (folder: string): Promise<TypesIndex | undefined> =>
  readValid(path.join(folder, typesIndexFile), typesIndexSchema);

/**
 * Reads a version's types; undefined without a valid index. Imports come from the index and from release.json, which
 * lists those of a build by another tool.
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
