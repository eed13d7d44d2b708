import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { missingTypes, readRemoteJson } from '@patchwork/build/workspace';
import { readShellJson } from '../../build/built-files.ts';
import type { WorkspacePackage } from '../../build/workspace-packages.ts';
import {
  createEmitter,
  type Emitter,
  emitDeclarations,
  exportsIn,
  type KnownResults,
} from '../../compiler.ts';
import { messageOf, ReleaseError } from '../../errors.ts';
import { type Finding, listed, refusal } from '../../findings.ts';
import { exists, relativePath } from '../../release-folder/files.ts';
import { ts } from '../../typescript.mjs';
import { namesOfSlots } from '../live.ts';
import { exportedValues, importedBy, running, type SharedModule } from './imports.ts';
import { declaresGlobals, openKnownResults } from './known-results.ts';
import { ambientTypesOf, emittedPathOf } from './sources.ts';
import { type TypesIndex, typesIndexFile } from './types-index.ts';
import {
  apiTable,
  calledEndpoints,
  linkedPages,
  ownStores,
  usedSettings,
  usedStores,
} from './uses.ts';

/** Says that shop.d.ts is older than a remote's declaration; '' if it isn't. */
async function outdatedTypes(workspace: string, piece: string): Promise<string> {
  if (!(await exists(path.join(piece, 'remote.json')))) return '';
  const text = await readFile(shopTypesOf(workspace), 'utf8').catch(() => '');
  const missing = missingTypes(text, [readDeclaration(piece)]);
  if (missing.length === 0) return '';
  const isShop = await exists(path.join(workspace, 'shell'));
  return ` First run “${isShop ? 'pnpm types' : 'patchwork types'}”: shop.d.ts lacks ${missing.join(', ')}`;
}

/** Refuses a piece with type errors in its own files, and shows the first. Packages have their own checks. */
async function checkTypeErrors(
  program: ts.Program,
  workspace: string,
  folder: string,
  known: KnownResults,
): Promise<Finding[]> {
  const isOwn = ({ fileName }: ts.SourceFile) =>
    fileName.startsWith(folder + path.sep) && !/\/node_modules\//.test(fileName);
  const errors = program
    .getSourceFiles()
    .filter(isOwn)
    .flatMap((source) =>
      known
        .of(
          'errors',
          source,
          () => program.getSemanticDiagnostics(source),
          (found) => found.length === 0,
        )
        .map((error) => ({ source, error })),
    );
  const [first] = errors;
  if (!first) return [];
  const { source, error } = first;
  const piece = path.basename(folder);
  const file = relativePath(workspace, source.fileName);
  const { line } = source.getLineAndCharacterOfPosition(error.start ?? 0);
  const text = ts.flattenDiagnosticMessageText(error.messageText, ' ').replaceAll(/\s+/g, ' ');
  const count = new Set(errors.map((each) => each.source)).size;
  const rest =
    errors.length === 1
      ? ''
      : ` This and ${errors.length - 1} more in ${count} ${count === 1 ? 'file' : 'files'} are listed by “npx tsc --noEmit -p .” in the workspace’s folder.`;
  const message = `${file}:${line + 1} of ${piece}: ${text.replace(/\.$/, '')} (TS${error.code}).${rest}${await outdatedTypes(workspace, folder)}`;
  return [refusal('type errors', piece, message, { file })];
}

function namesOfProps(program: ts.Program, file: string): string[] {
  const props = exportsIn(program, file).get('SlotProps');
  const type = props && program.getTypeChecker().getDeclaredTypeOfSymbol(props);
  return type?.getProperties().map(({ name }) => name) ?? [];
}

const quoted = (names: readonly string[]): string => listed(names.map((name) => `“${name}”`));

/** Folder of a piece to compile, and the packages that it consists of. */
export interface PieceSources {
  readonly piece: string;
  readonly packages: readonly WorkspacePackage[];
}

interface Plan extends PieceSources {
  readonly isRemote: boolean;
  /**
   * Modules whose declarations are compared, by name: a remote's exposed modules and slots, or the shell's contract.
   */
  readonly roots: NamedFiles;
  readonly ambient: readonly string[];
  readonly modules: NamedFiles;
  readonly shared: ReadonlyMap<string, SharedModule>;
}

type NamedFiles = Readonly<Record<string, string>>;

/** Module in which the shell declares what it expects of the modules that it loads. */
const contract = { './contract': 'src/app/contract.ts' };

/** Entry file of the shell. Remotes have none. */
const shellEntry = 'src/main.tsx';

/** Module in which a remote declares the props of its slots. */
const slots = { './slots': 'src/slots.ts' };

/** Reads remote.json. Throws a ReleaseError if it is invalid, because that is the team's mistake, not a bug. */
function readDeclaration(piece: string) {
  try {
    return readRemoteJson(piece);
  } catch (error) {
    throw new ReleaseError(messageOf(error));
  }
}

async function rootsOf(piece: string, isRemote: boolean): Promise<NamedFiles> {
  const hasSlots = isRemote && (await exists(path.join(piece, slots['./slots'])));
  const exposed = isRemote ? readDeclaration(piece).exposes : contract;
  const named = Object.entries({ ...exposed, ...(hasSlots && slots) });
  return Object.fromEntries(named.map(([name, file]) => [name, path.join(piece, file)]));
}

export function sharedModules(
  packages: readonly WorkspacePackage[],
  names: readonly string[],
): Map<string, SharedModule> {
  const modules = packages.flatMap(({ folder, modules }) =>
    Object.entries(modules).map(([name, file]) => [name, { folder, file }] as const),
  );
  return new Map(modules.filter(([name]) => names.includes(name)));
}

/** Refuses a piece that declares slots without props, or props without a slot. */
async function checkSlotProps(
  program: ts.Program,
  folder: string,
  isRemote: boolean,
): Promise<Finding[]> {
  const piece = path.basename(folder);
  const declaration = isRemote ? 'remote.json' : 'shell.json';
  const source = isRemote ? slots['./slots'] : contract['./contract'];
  const declared = isRemote
    ? namesOfSlots(readDeclaration(folder))
    : Object.keys((await readShellJson(folder)).slots ?? {});
  const names = namesOfProps(program, path.join(folder, source));
  const untyped = declared.filter((slot) => !names.includes(slot));
  const unknown = names.filter((name) => !declared.includes(name));
  const problems = [
    ...(untyped.length > 0
      ? [`${quoted(untyped)} ${untyped.length > 1 ? 'are' : 'is'} only in ${declaration}`]
      : []),
    ...(unknown.length > 0 ? [`${quoted(unknown)} only in SlotProps`] : []),
  ];
  if (problems.length === 0) return [];
  const message = `${declaration} of ${piece} and SlotProps in ${source} name different slots: ${problems.join(', ')}. Name each slot in both.`;
  return [refusal('slots', piece, message, { file: declaration })];
}

function hashOf(
  index: Pick<TypesIndex, 'format' | 'modules' | 'packages' | 'imports'>,
  declarations: ReadonlyMap<string, string>,
) {
  const hash = createHash('sha256').update(JSON.stringify(index));
  for (const [file, text] of declarations) hash.update(`${file}\0${text.length}\0${text}`);
  return hash.digest('hex').slice(0, 16);
}

export interface Emitted {
  /** Declarations and their index, by path in a version's types/. */
  readonly files: ReadonlyMap<string, string>;
  readonly findings: readonly Finding[];
  /** Whether all sources are in the piece's packages. A path alias may lead to others. */
  readonly isContained: boolean;
}

async function planOf({ piece, packages }: PieceSources, names: readonly string[]): Promise<Plan> {
  const isRemote = await exists(path.join(piece, 'remote.json'));
  const roots = await rootsOf(piece, isRemote);
  const modules: NamedFiles = Object.assign({}, ...packages.map(({ modules }) => modules));
  const ambient = await ambientTypesOf(piece);
  const shared = sharedModules(packages, names);
  return { piece, packages, isRemote, roots, ambient, modules, shared };
}

const shopTypesOf = (workspace: string): string => path.join(workspace, 'shop.d.ts');

function createEmitterOf(workspace: string, plans: readonly Plan[]): Emitter {
  const files = plans.flatMap(({ piece, roots, ambient, shared }) => [
    ...[...Object.values(roots), ...ambient],
    ...[...shared.values()].map(({ file }) => file),
    path.join(piece, shellEntry),
  ]);
  const modules: NamedFiles = Object.assign({}, ...plans.map(({ modules }) => modules));
  return createEmitter(workspace, [...new Set([...files, shopTypesOf(workspace)])], modules);
}

/** Whether a piece declares global names, which affect every file of its program. */
const affectsOthers = ({ program }: Emitter, { piece }: Plan): boolean =>
  program
    .getSourceFiles()
    .some((source) => source.fileName.startsWith(piece + path.sep) && declaresGlobals(source));

/** Whether all sources of a program are in these pieces' packages. */
function isContained({ program }: Emitter, plans: readonly Plan[]): boolean {
  const folders = plans.flatMap(({ packages }) => packages.map(({ folder }) => folder + path.sep));
  return program
    .getSourceFiles()
    .filter(({ isDeclarationFile }) => !isDeclarationFile)
    .every(({ fileName }) => folders.some((folder) => fileName.startsWith(folder)));
}

async function emitPiece(
  workspace: string,
  emitter: Emitter,
  plan: Plan,
  known: KnownResults,
): Promise<Omit<Emitted, 'isContained'>> {
  const { piece, packages, isRemote, roots, modules, shared } = plan;
  const { program } = emitter;
  const rootFiles = Object.values(roots);
  const sharedFiles = [...shared.values()].map(({ file }) => file);
  const findings = [
    ...(await checkTypeErrors(program, workspace, piece, known)),
    ...(await checkSlotProps(program, piece, isRemote)),
  ];
  const valuesOf = (module: string) => exportedValues(program, shared.get(module)?.file ?? '');
  const imports = isRemote ? importedBy(emitter, workspace, rootFiles, shared, valuesOf) : {};
  // A remote needs the types of the packages that it imports; the shell, those of all that it shares.
  const given = isRemote
    ? Object.keys(imports).flatMap((name) => shared.get(name)?.file ?? [])
    : sharedFiles;
  const pathOf = emittedPathOf(workspace, packages);
  const declarations = emitDeclarations(emitter, pathOf, [...rootFiles, ...given], known);
  const declarationOf = (file: string) =>
    pathOf(file).emittedPath.replace(/(?<!\.d)\.tsx?$/, '.d.ts');
  const emittedOf = (named: NamedFiles) =>
    Object.fromEntries(
      Object.entries(named)
        .map(([name, file]) => [name, declarationOf(file)] as const)
        .filter(([, file]) => declarations.has(file)),
    );
  const index = {
    format: 1 as const,
    modules: emittedOf(roots),
    packages: emittedOf(modules),
    imports,
  };
  // The remote's own files; for the shell, also those of all packages that it shares.
  const linking = [
    ...running(
      emitter,
      isRemote ? rootFiles : [path.join(piece, shellEntry), ...sharedFiles],
      (file) => (isRemote ? !file.startsWith(piece + path.sep) : false),
    ),
  ];
  const links = linkedPages(program, workspace, linking, known);
  const own = linking.map(([source]) => source);
  const stores = isRemote
    ? usedStores(program, own, known)
    : ownStores(program, shopTypesOf(workspace), packages);
  // The hash ignores the links: a file with other links has the same types.
  const table = apiTable(program, modules, known);
  const described: TypesIndex = {
    ...index,
    ...{ links, stores, hash: hashOf(index, declarations) },
    api: isRemote ? {} : table,
    calls: calledEndpoints(program, workspace, own, table, known),
    ...(isRemote && { settings: usedSettings(program, own, known) }),
  };
  declarations.set(typesIndexFile, `${JSON.stringify(described, null, 2)}\n`);
  return { files: declarations, findings };
}

/**
 * Emits the declarations of pieces, and returns them in the same order. `shared` has the names of the shared packages. The folder
 * `cache` keeps what is known of unchanged files. The pieces are compiled in one program: four
 * remotes and a shell take 34 s of processor time instead of 75. If a piece declares global names, each piece gets its
 * own program. Sources with type errors still have declarations, so that all problems are found at once. Throws a
 * ReleaseError if remote.json or tsconfig.json is invalid.
 */
export async function emit(
  workspace: string,
  pieces: readonly PieceSources[],
  shared: readonly string[],
  cache: string,
): Promise<Emitted[]> {
  const plans = await Promise.all(pieces.map((piece) => planOf(piece, shared)));
  const common = createEmitterOf(workspace, plans);
  const isApart = plans.length > 1 && plans.some((plan) => affectsOthers(common, plan));

  async function emitTogether(emitter: Emitter, together: readonly Plan[]): Promise<Emitted[]> {
    const name = `${together.map(({ piece }) => path.basename(piece)).join('+')}.known.json`;
    const packages = together.flatMap((plan) => plan.packages);
    const known = await openKnownResults(path.join(cache, name), emitter, workspace, packages);
    const emitted: Emitted[] = [];
    for (const plan of together) {
      const piece = await emitPiece(workspace, emitter, plan, known);
      emitted.push({ ...piece, isContained: isContained(emitter, plans) });
    }
    await known.save();
    return emitted;
  }

  if (!isApart) return emitTogether(common, plans);
  const emitted: Emitted[] = [];
  for (const plan of plans) {
    emitted.push(...(await emitTogether(createEmitterOf(workspace, [plan]), [plan])));
  }
  return emitted;
}
