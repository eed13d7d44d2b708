import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { nameProblem } from '@patchwork/build/workspace';
import {
  moduleInLanguage,
  type PublishedRemote,
  remoteJsonSchema,
  rendererFile,
  type ShellJson,
  SOURCE_LANGUAGE,
  shellJsonSchema,
} from '@patchwork/host';
import * as v from 'valibot';
import { RefusedError, ReleaseError } from '../errors.ts';
import { type Finding, refusal } from '../findings.ts';
import { exists, listFiles, parseJson, readIfPresent } from '../release-folder/files.ts';
import { readIntegrity, type Source } from '../release-folder/integrity.ts';
import { isHidden, shellName } from '../release-folder/layout.ts';
import { type Weight, weighRemote, weighShell } from './weight.ts';
import { workspacePackages } from './workspace-packages.ts';

export interface BuiltPiece {
  readonly name: string;
  /** The piece's folder, which contains dist/. */
  readonly folder: string;
  /** Folder with its type declarations, to copy to types/. Undefined if dist/ has them, or if there are none. */
  readonly types?: string | undefined;
  /** Names of the build's repository (see readRepository). Without them the piece's owner is not checked. */
  readonly repository?: readonly string[] | undefined;
  readonly findings?: readonly Finding[] | undefined;
}

/** A version made from a build. `fresh` is false if the release folder already has it. */
export interface AddedVersion<T> {
  readonly version: T;
  readonly fresh: boolean;
}

/** Reads a JSON file of a built piece. Throws a ReleaseError if it is missing or invalid. */
export async function readJson<T>(file: string, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const content = await readIfPresent(file);
  if (content === undefined) throw new ReleaseError(`${file} is missing: build the piece first`);
  return parseJson(file, content, schema);
}

const versionSchema = v.object({
  version: v.pipe(v.string(), v.regex(/^\d[\dA-Za-z.+-]*$/, 'a version is written "1.2.3"')),
});

/** Reads the version in a piece's package.json. Throws a ReleaseError if the file is missing or invalid. */
export const readVersion = async (piece: string): Promise<string> =>
  (await readJson(path.join(piece, 'package.json'), versionSchema)).version;

/** Reads shell.json, the shell's declaration; {} if there is none. Throws a ReleaseError if it is invalid. */
export async function readShellJson(piece: string): Promise<ShellJson> {
  const file = path.join(piece, 'shell.json');
  return (await exists(file)) ? readJson(file, shellJsonSchema) : {};
}

/** Lists a version's files: those of the build and, in types/, the type declarations. */
async function sourcesOf(
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

const assets = v.object({ sync: v.array(v.string()) });

const manifestSchema = v.object({
  exposes: v.array(v.object({ path: v.string(), assets: v.object({ js: assets, css: assets }) })),
  shared: v.optional(
    v.array(v.object({ name: v.string(), version: v.string(), requiredVersion: v.string() })),
    [],
  ),
});

const byName = ({ name: a }: { name: string }, { name: b }: { name: string }) => (a < b ? -1 : 1);

/** Reads the files of each exposed module in a build's manifest. Those of another language are below its folder. */
async function readModules(dist: string, language = SOURCE_LANGUAGE) {
  const folder = language === SOURCE_LANGUAGE ? '' : `${language}/`;
  const { exposes, shared } = await readJson(
    path.join(dist, folder, 'mf-manifest.json'),
    manifestSchema,
  );
  const files = exposes.map(({ path: module, assets: { js, css } }): [string, string[]] => [
    moduleInLanguage(module, language),
    [...js.sync, ...css.sync].map((file) => folder + file),
  ]);
  return { files, shared };
}

/**
 * Reads a build's manifest: the files of each exposed module, in English and in the build's other languages, relative
 * to the entry, and the shared packages.
 */
async function readManifest(
  dist: string,
  languages: readonly string[] = [],
): Promise<Pick<PublishedRemote, 'files' | 'shared'>> {
  const { files, shared } = await readModules(dist);
  for (const language of languages) files.push(...(await readModules(dist, language)).files);
  const packages = shared
    .toSorted(byName)
    .map(({ name, version, requiredVersion }) => [name, { version, requiredVersion }]);
  return { files: Object.fromEntries(files), shared: Object.fromEntries(packages) };
}

/**
 * Patterns that find where a build states its files' hashes, by the extension of the file to search: in scripts, code
 * of rspack's runtime; in pages, tags with `integrity`.
 */
const statements: Readonly<Record<string, RegExp>> = {
  '.js': /\bsri\w*Hashes\s*=\s*\{[^}]*\}/g,
  '.html': /<[^>]+\bintegrity="[^>]*>/g,
};
const hashPattern = /sha(?:256|384|512)-[\w+/]+=*/g;

const isForeign = (statement: string): boolean => /="(?:https?:)?\/\//.test(statement);
const isLoaded = (file: string): boolean => /\.(?:js|css)$/.test(file);

function statedIn(contents: ReadonlyMap<string, Buffer>): Map<string, string> {
  const stated = new Map<string, string>();
  for (const [file, content] of contents) {
    const pattern = statements[path.extname(file)];
    if (!pattern) continue;
    for (const [statement] of content.toString().matchAll(pattern)) {
      if (isForeign(statement)) continue;
      for (const [hash] of statement.matchAll(hashPattern)) stated.set(hash, file);
    }
  }
  return stated;
}

function hashesOf(contents: ReadonlyMap<string, Buffer>, stated: Iterable<string>) {
  const algorithms = new Set([...stated].map((hash) => hash.slice(0, hash.indexOf('-'))));
  const hash = (algorithm: string, content: Buffer) =>
    `${algorithm}-${createHash(algorithm).update(content).digest('base64')}`;
  return [...contents].flatMap(([file, content]) =>
    [...algorithms].map((algorithm) => ({ file, hash: hash(algorithm, content) })),
  );
}

function refuse(piece: string, file: string, what: string): Finding {
  return refusal('files', piece, `${file} of ${piece}’s build ${what}. Build it again`, { file });
}

/**
 * Throws a RefusedError if the build states the hash of a file that is missing or has changed: browsers would refuse to
 * run such a file. Builds without hashes, such as those of other bundlers, are not checked.
 */
async function requireStatedFiles(
  piece: string,
  dist: string,
  built: readonly string[],
): Promise<void> {
  const contents = new Map<string, Buffer>();
  for (const file of built) contents.set(file, await readFile(path.join(dist, file)));
  const stated = statedIn(contents);
  const hashes = hashesOf(contents, stated.keys());
  const present = new Set(hashes.map(({ hash }) => hash));
  const lost = [...stated].find(([hash]) => !present.has(hash));
  if (!lost) return;
  const [, by] = lost;
  const intact = new Set(hashes.filter(({ hash }) => stated.has(hash)).map(({ file }) => file));
  // A remote's entry is exempt: its hash is in the registry, not in the build.
  const changed = built.filter(
    (file) => isLoaded(file) && !intact.has(file) && !/^(?:[a-z]+\/)?remoteEntry\.js$/.test(file),
  );
  throw new RefusedError(
    changed.length > 0
      ? changed.map((file) =>
          refuse(piece, file, `was changed after the build: ${by} states another hash of it`),
        )
      : [refuse(piece, by, 'states the hash of a file that is missing')],
  );
}

/**
 * Reads what a build contributes to a version: source paths, hashes, and the manifest's content. Throws a RefusedError
 * if a file in dist/ is missing or does not match its hash in the build, a ReleaseError if the manifest is missing or
 * invalid.
 */
export async function readBuild(
  piece: BuiltPiece,
  built: readonly string[],
  languages?: readonly string[],
) {
  const dist = path.join(piece.folder, 'dist');
  await requireStatedFiles(piece.name, dist, built);
  const sources = await sourcesOf(piece, built);
  return {
    sources,
    integrity: await readIntegrity(sources),
    ...(await readManifest(dist, languages)),
  };
}

/** Creates the finding that refuses a build because of a file's name. */
export function refusedName(piece: string, file: string, why: string): Finding {
  const owner = piece === shellName ? 'the shell' : piece;
  const message = `${file} of ${owner}’s build ${why}. Rename it or leave it out, and build again`;
  return refusal('files', piece, message, { file });
}

/**
 * Throws a RefusedError for paths that don't work everywhere: servers of a release never send a path with a part that
 * begins with a dot, such as .env, an address can't contain some characters, and many file systems ignore case. The renderer is exempt: only servers read it.
 */
export function requireSafeNames(piece: string, files: readonly string[]): void {
  const byLowerCase = new Map<string, string>();
  const refusals = files.flatMap((file) => {
    if (isHidden(file) && path.posix.basename(file) !== rendererFile) {
      const why = 'has a name that begins with a dot, which no server of a release sends';
      return [refusedName(piece, file, why)];
    }
    const problem = nameProblem(file);
    if (problem !== undefined) return [refusedName(piece, file, problem)];
    const twin = byLowerCase.get(file.toLowerCase());
    byLowerCase.set(file.toLowerCase(), file);
    if (twin === undefined) return [];
    return [refusedName(piece, file, `differs from ${twin} in upper and lower case only`)];
  });
  if (refusals.length > 0) throw new RefusedError(refusals);
}

/**
 * Measures what a visitor downloads: for each page and fragment of a built remote, or for the shell's part of every
 * page. Throws a ReleaseError if the declaration or the manifest is missing or invalid.
 */
export async function weighBuild({ name, folder }: BuiltPiece): Promise<Weight[]> {
  const dist = path.join(folder, 'dist');
  if (name === 'shell') {
    const { budget } = await readShellJson(folder);
    return [await weighShell(path.join(dist, 'index.html'), dist, budget)];
  }
  const declaration = await readJson(path.join(folder, 'remote.json'), remoteJsonSchema);
  return weighRemote(dist, { ...declaration, ...(await readManifest(dist)) });
}

const isNoSource = (name: string): boolean =>
  /^(?:node_modules|dist|dist-standalone|e2e)$/.test(name) || /\.test\.tsx?$/.test(name);

async function newestIn(folder: string): Promise<{ file: string; time: number }> {
  let newest = { file: folder, time: 0 };
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (isNoSource(entry.name)) continue;
    const file = path.join(folder, entry.name);
    const found = entry.isDirectory()
      ? await newestIn(file)
      : { file, time: (await stat(file)).mtimeMs };
    if (found.time > newest.time) newest = found;
  }
  return newest;
}

/**
 * Whether a piece is built, and no source of the piece or its packages has changed since. False if its declaration is
 * invalid.
 */
export const isBuilt = (name: string, folder: string): Promise<boolean> =>
  requireBuild(name, folder).then(
    () => true,
    () => false,
  );

/**
 * Throws a ReleaseError if a piece is not built, if its declaration is invalid, or if a source of the piece or of its
 * packages has changed since the build: the published version would not be what its team sees.
 */
export async function requireBuild(name: string, folder: string): Promise<void> {
  const declaration = path.join(folder, 'remote.json');
  if (await exists(declaration)) await readJson(declaration, remoteJsonSchema);
  const advice = 'Build it, or give --build';
  const built = await stat(path.join(folder, 'dist/mf-manifest.json')).catch(() => undefined);
  if (!built) throw new ReleaseError(`${name} is not built: ${folder}/dist is missing. ${advice}`);
  const packages = await workspacePackages(folder);
  const newest = await Promise.all(packages.map((each) => newestIn(each.folder)));
  const later = newest.find(({ time }) => time > built.mtimeMs);
  if (!later) return;
  throw new ReleaseError(
    `${later.file} was changed after ${name} was built: its bundle is out of date. ${advice}`,
  );
}
