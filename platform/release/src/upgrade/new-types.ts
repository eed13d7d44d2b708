import { existsSync } from 'node:fs';
import path from 'node:path';
import { packageOf, readRemoteJson } from '@patchwork/build/workspace';
import { workspacePackages } from '../build/workspace-packages.ts';
import { createEmitter, createHost, exportsIn, workspaceOptions } from '../compiler.ts';
import { compare } from '../gate/types/compare.ts';
import { ambientTypesOf } from '../gate/types/sources.ts';
import type { TypesIndex, VersionTypes } from '../gate/types/types-index.ts';
import { relativePath } from '../release-folder/files.ts';
import { shellName } from '../release-folder/layout.ts';
import { ts } from '../typescript.mjs';

/* Compares pieces with the declarations of a version that is not live yet. Loads the TypeScript compiler. */

/** A version that was fetched to compare pieces with it. */
export interface NewVersion {
  readonly name: string;
  readonly version: string;
  /** Folder whose node_modules has it, and the package with its types if it has none itself. */
  readonly folder: string;
}

const isOf = ({ name }: NewVersion, module: string): boolean => packageOf(module) === name;

/** Returns the package with the types of one that has none: '@types/react', '@types/scope__name'. */
export const typesPackageOf = (name: string): string =>
  `@types/${name.replace(/^@([^/]+)\//, '$1__')}`;

function declarationOf({ folder }: NewVersion, module: string, options: ts.CompilerOptions) {
  const { resolvedModule } = ts.resolveModuleName(
    module,
    path.join(folder, 'index.ts'),
    options,
    ts.sys,
  );
  const isDeclaration = resolvedModule && /\.d\.[cm]?ts$/.test(resolvedModule.resolvedFileName);
  return isDeclaration ? resolvedModule : undefined;
}

/** Whether a new version has types, its own or those of its types package. */
export const hasTypes = (workspace: string, version: NewVersion): boolean =>
  declarationOf(version, version.name, optionsOf(workspace)) !== undefined;

/** Whether sources can be compiled here: outside of a workspace, only the names of a package can be read. */
export const canCompile = (workspace: string): boolean =>
  existsSync(path.join(workspace, 'tsconfig.json'));

const optionsOf = (workspace: string): ts.CompilerOptions =>
  canCompile(workspace)
    ? workspaceOptions(workspace)
    : {
        module: ts.ModuleKind.ESNext,
        moduleResolution: ts.ModuleResolutionKind.Bundler,
        types: [],
      };

/** Returns the names of a module that is assigned as a whole: `export = React`. */
function namesOfAssigned(checker: ts.TypeChecker, assigned: ts.Symbol): string[] {
  const isValue = ({ flags }: ts.Symbol) => (flags & ts.SymbolFlags.Value) !== 0;
  const declared = [...(assigned.exports?.values() ?? [])].filter(isValue);
  const members = checker.getPropertiesOfType(checker.getTypeOfSymbol(assigned));
  return [...declared, ...members].map(({ name }) => name);
}

/**
 * Returns the values that a new version exports, by module; without those of which the declarations are missing.
 */
export function exportedNames(
  workspace: string,
  version: NewVersion,
  modules: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const options: ts.CompilerOptions = { ...optionsOf(workspace), noEmit: true, types: [] };
  const found = [version.name, ...modules].flatMap((module) => {
    const declaration = declarationOf(version, module, options);
    return declaration ? [[module, declaration.resolvedFileName] as const] : [];
  });
  const files = found.map(([, file]) => file);
  const program = ts.createProgram(files, options, createHost(options));
  const checker = program.getTypeChecker();
  return new Map(
    found.map(([module, file]) => {
      const exported = exportsIn(program, file);
      const assigned = exported.get('export=');
      const values = [...exported].filter(([, { flags }]) => flags & ts.SymbolFlags.Value);
      const names = values.map(([name]) => name);
      return [
        module,
        new Set(assigned ? [...names, ...namesOfAssigned(checker, assigned)] : names),
      ];
    }),
  );
}

/** A name whose type in the new version does not fit the one that a remote was built with. */
export interface TypeMismatch {
  readonly names: readonly string[];
  readonly reason: string;
}

/**
 * Compares the types that live remotes were built with to those of a new version, as the gate does. Only packages of
 * the shop have their declarations in a release: for others, returns undefined. The result has the order of `remotes`.
 */
export function compareLive(
  workspace: string,
  version: NewVersion,
  remotes: readonly VersionTypes[],
): TypeMismatch[][] | undefined {
  const options = optionsOf(workspace);
  const own = path.join(version.folder, 'node_modules', version.name);
  const modules = [...new Set(remotes.flatMap(({ index }) => Object.keys(index.imports)))];
  const packages = Object.fromEntries(
    modules
      .filter((module) => isOf(version, module))
      .flatMap((module) => {
        const file = declarationOf(version, module, options)?.resolvedFileName;
        return file === undefined ? [] : [[module, path.relative(own, file)]];
      }),
  );
  const index: TypesIndex = {
    ...{ format: 1, hash: version.version, modules: {}, packages, imports: {} },
    ...{ api: {}, calls: {}, links: {}, stores: [] },
  };
  const shell = { folder: own, index };
  const pairs = remotes.map((remote) => {
    const imports = Object.entries(remote.index.imports).filter(
      ([module]) => isOf(version, module) && module in remote.index.packages && module in packages,
    );
    const asked = { ...remote.index, imports: Object.fromEntries(imports), calls: {} };
    return { remote: { ...remote, index: asked }, shell, uses: [] };
  });
  if (pairs.every(({ remote }) => Object.keys(remote.index.imports).length === 0)) {
    return undefined;
  }
  return compare(workspace, pairs).map((faults) =>
    faults.flatMap((fault) =>
      fault.rule === 'imported names' && fault.reason !== undefined
        ? [{ names: fault.names, reason: fault.reason }]
        : [],
    ),
  );
}

/** A type error that a piece's sources have with a new version, and not with the installed one. */
export interface SourceError {
  /** 'mfe-cart/src/Cart.tsx:12', relative to the workspace. */
  readonly at: string;
  readonly message: string;
}

interface Sources {
  readonly name: string;
  readonly folder: string;
}

/** Returns the files in which the compiler begins with a piece. */
function rootsOf(piece: string): string[] {
  const isRemote = existsSync(path.join(piece, 'remote.json'));
  const files = isRemote ? Object.values(readRemoteJson(piece).exposes) : ['src/main.tsx'];
  return files.map((file) => path.join(piece, file)).filter((file) => existsSync(file));
}

async function programOf(workspace: string, pieces: readonly Sources[], version?: NewVersion) {
  const packages = await Promise.all(pieces.map(({ folder }) => workspacePackages(folder)));
  const modules = Object.assign({}, ...packages.flat().map((each) => each.modules));
  // A package of the shop is a library here: its new version takes the place of the sources.
  const others = Object.entries<string>(modules).filter(
    ([module]) => !version || !isOf(version, module),
  );
  const shopTypes = path.join(workspace, 'shop.d.ts');
  const ambient = await Promise.all(pieces.map(({ folder }) => ambientTypesOf(folder)));
  const roots = [
    ...pieces.flatMap(({ folder }) => rootsOf(folder)),
    ...ambient.flat(),
    ...(existsSync(shopTypes) ? [shopTypes] : []),
  ];
  function standIn(name: string, from: string, options: ts.CompilerOptions) {
    if (!version) return undefined;
    if (isOf(version, name)) return declarationOf(version, name, options);
    if (!from.startsWith(version.folder + path.sep) || name.startsWith('.')) return undefined;
    // What the new version takes from its surroundings, such as a peer, is that of the pieces.
    const places = [from, ...pieces.map(({ folder }) => path.join(folder, 'index.ts'))];
    return places
      .map((place) => ts.resolveModuleName(name, place, options, ts.sys).resolvedModule)
      .find((found) => found !== undefined);
  }
  return createEmitter(workspace, roots, Object.fromEntries(others), standIn).program;
}

/**
 * Returns the folders whose files a piece answers for: for the shell, also the packages of the workspace, of which every
 * page has the shell's copy.
 */
async function ownFolders({ name, folder }: Sources): Promise<string[]> {
  if (name !== shellName) return [folder];
  const packages = await workspacePackages(folder);
  return packages.filter(({ isInstalled }) => !isInstalled).map((each) => each.folder);
}

function errorsIn(
  program: ts.Program,
  workspace: string,
  folders: readonly string[],
): SourceError[] {
  const own = program
    .getSourceFiles()
    .filter(
      ({ fileName }) =>
        folders.some((folder) => fileName.startsWith(folder + path.sep)) &&
        !/\/node_modules\//.test(fileName),
    );
  return own.flatMap((source) =>
    program.getSemanticDiagnostics(source).map(({ start = 0, messageText }) => {
      const { line } = source.getLineAndCharacterOfPosition(start);
      const message = ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' ');
      return { at: `${relativePath(workspace, source.fileName)}:${line + 1}`, message };
    }),
  );
}

/**
 * Compiles the sources of pieces with a new version of a package. Returns the errors of each piece that it doesn't have
 * with the installed version, in the order of `pieces`.
 */
export async function compileWith(
  workspace: string,
  pieces: readonly Sources[],
  version: NewVersion,
): Promise<SourceError[][]> {
  const program = await programOf(workspace, pieces, version);
  const folders = await Promise.all(pieces.map(ownFolders));
  const errors = folders.map((own) => errorsIn(program, workspace, own));
  if (errors.every((found) => found.length === 0)) return errors;
  const present = await programOf(workspace, pieces);
  return errors.map((found, index) => {
    const known = found.length > 0 ? errorsIn(present, workspace, folders[index] ?? []) : [];
    const had = new Set(known.map(({ at, message }) => `${at} ${message}`));
    return found.filter(({ at, message }) => !had.has(`${at} ${message}`));
  });
}
