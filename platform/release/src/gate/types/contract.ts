import { mkdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { readKit, readRemoteJson, sharedNames } from '@patchwork/build/workspace';
import * as v from 'valibot';
import { readBuildImports } from '../../build/build-imports.ts';
import { workspacePackages } from '../../build/workspace-packages.ts';
import { exportsIn, workspaceOptions } from '../../compiler.ts';
import { ReleaseError } from '../../errors.ts';
import { publishedFiles, readValid, replaceFile } from '../../release-folder/files.ts';
import { nameContent } from '../../release-folder/integrity.ts';
import { folderOfVersion, shellName } from '../../release-folder/layout.ts';
import { readRegistry, remotesIn } from '../../release-folder/registry.ts';
import { readShellRelease } from '../../release-folder/release-file.ts';
import { ts } from '../../typescript.mjs';
import { namesOfSlots } from '../live.ts';
import { sharedModules } from './emit.ts';
import { importedBy, type Sources } from './imports.ts';
import { propsOf, sides } from './questions.ts';
import { compileQuestions } from './resolve.ts';
import { readLockfiles } from './sources.ts';
import { readTypes, type VersionTypes } from './types-index.ts';

/** Contract of the live pieces, for the editor of a remote's developers: the shared names, and the props of slots. */
export interface LiveContract {
  readonly shell: string;
  /** Names of the values that the live shell exports from each shared module. */
  readonly names: Readonly<Record<string, readonly string[]>>;
  /** Type of the props that each slot passes to its fragments, as TypeScript code. */
  readonly slots: Readonly<Record<string, string>>;
}

/** Maximum depth of a printed type; deeper parts become `unknown`. */
const MAX_DEPTH = 5;

const isOfLibrary = ({ declarations = [] }: ts.Symbol): boolean =>
  declarations.some((node) => /\/node_modules\/(?!\.cache\/)/.test(node.getSourceFile().fileName));

/** Prints a type without referring to other types, which the remote's repository doesn't have. */
function writeType(checker: ts.TypeChecker, type: ts.Type, depth = 0): string {
  const write = (next: ts.Type) => writeType(checker, next, depth + 1);
  const named = type.aliasSymbol ?? type.getSymbol();
  if (type.isUnion()) {
    if (named && isOfLibrary(named)) return 'unknown';
    return [...new Set(type.types.map(write))].join(' | ').replace('false | true', 'boolean');
  }
  if (!(type.flags & ts.TypeFlags.Object)) return checker.typeToString(type);
  if (depth > MAX_DEPTH) return 'unknown';
  const [element] = checker.isArrayType(type)
    ? checker.getTypeArguments(type as ts.TypeReference)
    : [];
  if (element) return `readonly (${write(element)})[]`;
  if (named && isOfLibrary(named)) return 'unknown';
  const typeOf = (symbol: ts.Symbol) => write(checker.getTypeOfSymbol(symbol));
  const [call] = type.getCallSignatures();
  if (call) {
    const parameters = call.parameters.map((symbol) => `${symbol.name}: ${typeOf(symbol)}`);
    return `((${parameters.join(', ')}) => ${write(call.getReturnType())})`;
  }
  const fields = type.getProperties().map((symbol) => {
    const isOptional = symbol.flags & ts.SymbolFlags.Optional;
    return `readonly ${JSON.stringify(symbol.name)}${isOptional ? '?' : ''}: ${typeOf(symbol)}`;
  });
  return fields.length > 0 ? `{ ${fields.join('; ')} }` : 'object';
}

interface Slot {
  readonly name: string;
  /** Remote whose page or fragment has the slot; absent for the frame's slots. */
  readonly owner?: VersionTypes;
}

/** Path of a virtual file that refers to types of live pieces. */
const fileOf = (index: number): string => `/patchwork-contract/${index}.ts`;

const describedSchema = v.object({
  key: v.string(),
  names: v.record(v.string(), v.array(v.string())),
  slots: v.record(v.string(), v.string()),
});

/** Version of the described contract. Raise it when the same types are described otherwise. */
const format = 'contract 1';

/** Hashes all that a described contract depends on. Installed libraries change only with the lockfile. */
async function keyOf(
  workspace: string,
  shell: VersionTypes,
  slots: readonly Slot[],
  shared: readonly string[],
): Promise<string> {
  const config = await readFile(path.join(workspace, 'tsconfig.json'), 'utf8').catch(() => '');
  const installed = (await readLockfiles(workspace)).map(String);
  const owned = slots.map(({ name, owner }) => [name, owner?.index.hash]);
  return nameContent([format, ts.version, shell.index.hash, owned, shared, config, installed]);
}

/** Describes a contract as `describe` does, from the cache if the same one was described before. */
async function describeOnce(workspace: string, shell: VersionTypes, slots: readonly Slot[]) {
  const shared = sharedNames(await readKit(workspace));
  const file = path.join(workspace, 'node_modules/.cache/patchwork/contract.json');
  const key = await keyOf(workspace, shell, slots, shared);
  const known = await readValid(file, describedSchema);
  if (known?.key === key) return { names: known.names, slots: known.slots };
  const described = describe(workspace, shell, slots, shared);
  await mkdir(path.dirname(file), { recursive: true });
  await replaceFile(file, JSON.stringify({ key, ...described }));
  return described;
}

function describe(
  workspace: string,
  shell: VersionTypes,
  slots: readonly Slot[],
  names: readonly string[],
) {
  const shared = Object.keys(shell.index.packages).filter((name) => names.includes(name));
  const pair = { remote: shell, shell, uses: [] };
  const files = slots.map((slot, index) => ({
    file: fileOf(index),
    text: `export type Props = ${propsOf(slot.name, slot.owner)};`,
    pair: { ...pair, ...(slot.owner && { owner: slot.owner }) },
  }));
  const text = shared.map((name) => `import "${sides.shell}${name}";`).join('\n');
  const importing = { file: fileOf(slots.length), text, pair };
  const { program } = compileQuestions(workspace, [...files, importing]);
  const checker = program.getTypeChecker();
  const valuesOf = (name: string) =>
    [...exportsIn(program, path.join(shell.folder, shell.index.packages[name] ?? ''))]
      .filter(([, { flags }]) => flags & ts.SymbolFlags.Value)
      .map(([value]) => value)
      .sort();
  const typeIn = (file: string) => {
    const props = exportsIn(program, file).get('Props');
    return props ? writeType(checker, checker.getDeclaredTypeOfSymbol(props)) : 'object';
  };
  return {
    names: Object.fromEntries(shared.map((name) => [name, valuesOf(name)])),
    slots: Object.fromEntries(slots.map(({ name }, index) => [name, typeIn(fileOf(index))])),
  };
}

/**
 * Reads the contract of a release folder's live pieces. `workspace` is a folder with the libraries that the types
 * mention. Throws a ReleaseError if no shell is live, or if the live one has no types.
 */
export async function readContract(workspace: string, release: string): Promise<LiveContract> {
  const document = await readRegistry(release);
  const version = document.shell?.version;
  if (version === undefined) throw new ReleaseError(`No shell is live in ${release}`);
  const shell = await readTypes(folderOfVersion(release, shellName, version));
  if (!shell) throw new ReleaseError(`shell ${version} has no types: publish it again`);
  const { slots = {} } = await readShellRelease(release, version);
  const remotes = await Promise.all(
    remotesIn(document).map(async ({ id, stable }) => {
      const owner = await readTypes(folderOfVersion(release, id, stable.version));
      // A served shop may lack the types of a version: see fetchShop.
      return owner ? namesOfSlots(stable).map((name): Slot => ({ name, owner })) : [];
    }),
  );
  const own = Object.keys(slots).map((name): Slot => ({ name }));
  return { shell: version, ...(await describeOnce(workspace, shell, [...own, ...remotes.flat()])) };
}

/** Reads a remote's sources one by one: a program would also read and check all libraries. */
function sourcesOf(piece: string): Sources {
  const options = workspaceOptions(piece);
  const cache = ts.createModuleResolutionCache(piece, (file) => file, options);
  return {
    program: {
      getSourceFile(file) {
        const text = ts.sys.readFile(file);
        return text === undefined
          ? undefined
          : ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
      },
    },
    resolve: (name, from) =>
      ts.resolveModuleName(name, from, options, ts.sys, cache).resolvedModule?.resolvedFileName,
  };
}

/**
 * Returns the modules that a remote exposes, and the names that it imports, from its build or else from its sources.
 * `names` has the values of each shared module, for an import of all of them.
 */
export async function readOwnContract(
  root: string,
  names: LiveContract['names'],
): Promise<{ exposes: readonly string[]; imports: Record<string, readonly string[]> }> {
  const piece = await realpath(root);
  const { exposes } = readRemoteJson(piece);
  const dist = path.join(piece, 'dist');
  const built = await readBuildImports(dist, await publishedFiles(dist));
  async function written() {
    const packages = await workspacePackages(piece);
    const shared = sharedModules(packages, sharedNames(await readKit(piece)));
    const files = Object.values(exposes).map((file) => path.join(piece, file));
    return importedBy(sourcesOf(piece), piece, files, shared, (module) => names[module] ?? []);
  }
  const taken = Object.keys(built).length > 0 ? built : await written();
  return {
    exposes: Object.keys(exposes),
    imports: Object.fromEntries(
      Object.entries(taken).map(([module, names]) => [module, Object.keys(names).sort()]),
    ),
  };
}
