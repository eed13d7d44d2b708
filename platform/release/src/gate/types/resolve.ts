import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { findScope } from '@patchwork/build/workspace';
import { createHost, workspaceOptions } from '../../compiler.ts';
import { ts } from '../../typescript.mjs';
import { type Pair, sideNames, sides } from './questions.ts';
import type { VersionTypes } from './types-index.ts';

/** A module that a version's declarations mention but no installed package provides. */
export interface Unresolved {
  readonly version: VersionTypes;
  readonly file: string;
  readonly name: string;
}

/** Returns the folders to search for libraries that a piece of another workspace mentions. */
const foldersElsewhere = (workspace: string): string[] => [
  path.join(workspace, 'shell'),
  ...findScope(workspace, '@patchwork'),
];

/** Resolves symbolic links in a file's path: package managers may link packages. */
const realOf = (file: string): string =>
  path.join(realpathSync(path.dirname(file)), path.basename(file));

const declarations = (file: string): ts.ResolvedModuleFull => ({
  resolvedFileName: file,
  extension: ts.Extension.Dts,
});

/**
 * Whether an import is only for side effects, like `import './cart.css'`. It carries no types, so it may be missing.
 */
const isForEffects = ({ parent }: ts.StringLiteralLike): boolean =>
  ts.isImportDeclaration(parent) && !parent.importClause;

const isBelow = (folder: string, file: string): boolean => file.startsWith(folder + path.sep);

function ownFile({ folder, index }: VersionTypes, name: string): string | undefined {
  const file = index.modules[name] ?? index.packages[name];
  return file === undefined ? undefined : path.join(folder, file);
}

/** Keywords of declarations that TypeScript treats as nominal: equal declarations in two files are different types. */
const nominal = /\b(?:class|enum|unique symbol)\b/;

const withoutEnding = (file: string): string => file.replace(/(?:\.d)?\.[jt]sx?$/, '');

/**
 * Returns the paths of declarations that are equal in both versions and mention nothing that differs. They are read and
 * compared only once.
 */
function commonFiles(version: VersionTypes, other: VersionTypes): Set<string> {
  const files = ts.sys
    .readDirectory(version.folder, ['.ts'])
    .map((file) => path.relative(version.folder, file));
  const modules = new Set(files.map(withoutEnding));
  const mentionedBy = new Map<string, string[]>();
  const different = new Set<string>();
  for (const file of files) {
    const text = ts.sys.readFile(path.join(version.folder, file)) ?? '';
    const isSame = text === ts.sys.readFile(path.join(other.folder, file));
    if (!isSame || nominal.test(text)) different.add(file);
    for (const { fileName } of ts.preProcessFile(text, true, true).importedFiles) {
      const own = version.index.packages[fileName];
      if (own === undefined && !fileName.startsWith('.')) continue;
      const named = withoutEnding(own ?? path.join(path.dirname(file), fileName));
      const isFound = modules.has(named) && own === other.index.packages[fileName];
      if (!isFound) different.add(file);
      mentionedBy.set(named, [...(mentionedBy.get(named) ?? []), file]);
    }
  }
  // Values that are added to a Set during its iteration are visited too.
  for (const file of different) {
    for (const by of mentionedBy.get(withoutEnding(file)) ?? []) different.add(by);
  }
  return new Set(files.filter((file) => !different.has(file)));
}

/**
 * Creates a resolver of the modules that versions name. `pairs` has the versions that each file of questions compares,
 * by the file's path.
 */
function createResolver(
  workspace: string,
  options: ts.CompilerOptions,
  pairs: ReadonlyMap<string, Pair>,
) {
  // The shell comes first: it has everything that is shared, so the others are compared with it.
  const versions = [...pairs.values()].flatMap(({ shell, remote, owner }) => [
    ...[shell, remote],
    ...(owner ? [owner] : []),
  ]);
  const unresolved: Unresolved[] = [];
  const [reference] = versions;
  const common = new Map<string, Set<string>>();

  /** Returns the equal file of the first version if there is one, else the given file. */
  function commonFile(version: VersionTypes, file: string): string {
    if (!reference || version.folder === reference.folder) return file;
    const known = common.get(version.folder) ?? commonFiles(version, reference);
    common.set(version.folder, known);
    const relative = path.relative(version.folder, file);
    return known.has(relative) ? path.join(reference.folder, relative) : file;
  }
  const elsewhere = foldersElsewhere(workspace);
  const cache = ts.createModuleResolutionCache(workspace, (file) => file, options);

  const lookUp = (name: string, from: string) =>
    ts.resolveModuleName(name, from, options, ts.sys, cache).resolvedModule;

  function resolveInstalled(name: string, version: VersionTypes, from: string) {
    const piece = path.join(workspace, path.relative(version.folder, from));
    // A piece from another folder gets the shell's libraries or, in a remote's repository, those of the packages that
    // it depends on.
    const stands = [piece, ...elsewhere.map((folder) => path.join(folder, 'index.ts'))];
    for (const stand of stands) {
      const found = lookUp(name, existsSync(path.dirname(stand)) ? realOf(stand) : stand);
      if (found) return found;
    }
    return undefined;
  }

  function fileInVersion(version: VersionTypes, name: string, from: string): string | undefined {
    if (name.startsWith('.')) return lookUp(name, from)?.resolvedFileName;
    const own = version.index.packages[name];
    return own === undefined ? undefined : path.join(version.folder, own);
  }

  function resolveInVersion(literal: ts.StringLiteralLike, version: VersionTypes, from: string) {
    const name = literal.text;
    const own = fileInVersion(version, name, from);
    if (own !== undefined) return declarations(commonFile(version, own));
    const found = name.startsWith('.') ? undefined : resolveInstalled(name, version, from);
    if (!found && !isForEffects(literal)) {
      unresolved.push({ version, file: path.relative(version.folder, from), name });
    }
    return found;
  }

  function resolveInQuestion(name: string, pair: Pair) {
    const side = sideNames.find((key) => name.startsWith(sides[key]));
    const version = side && pair[side];
    const file = version && ownFile(version, name.slice(sides[side].length));
    return version && file ? declarations(commonFile(version, file)) : undefined;
  }

  const versionOf = (file: string) => versions.find(({ folder }) => isBelow(folder, file));

  function resolve(name: ts.StringLiteralLike, from: string): ts.ResolvedModuleFull | undefined {
    const pair = pairs.get(from);
    if (pair) return resolveInQuestion(name.text, pair);
    const version = versionOf(from);
    return version ? resolveInVersion(name, version, from) : lookUp(name.text, from);
  }
  return { unresolved, resolve };
}

/** A file of questions: its text, and the versions that it compares. */
export interface QuestionFile {
  readonly file: string;
  readonly text: string;
  readonly pair: Pair;
}

/**
 * Compiles files of questions. Packages of the workspace come from the version that mentions them, all others from the
 * workspace's installation, so that the types of react are the same for both versions.
 */
export function compileQuestions(
  workspace: string,
  files: readonly QuestionFile[],
): { readonly program: ts.Program; readonly unresolved: readonly Unresolved[] } {
  const options: ts.CompilerOptions = { ...workspaceOptions(workspace), noUnusedLocals: false };
  const pairs = new Map(files.map(({ file, pair }) => [file, pair]));
  const { resolve, unresolved } = createResolver(workspace, options, pairs);
  const host = createHost(options, new Map(files.map(({ file, text }) => [file, text])));
  host.resolveModuleNameLiterals = (names, from) =>
    names.map((name) => ({ resolvedModule: resolve(name, from) }));
  return { program: ts.createProgram([...pairs.keys()], options, host), unresolved };
}
