import path from 'node:path';
import { ReleaseError } from './errors.ts';
import { ts } from './typescript.mjs';

/**
 * Reads the compiler options from the workspace's tsconfig.json, such as strictness and libraries. Throws a
 * ReleaseError if the file is missing or unreadable.
 */
export function workspaceOptions(workspace: string): ts.CompilerOptions {
  const file = path.join(workspace, 'tsconfig.json');
  if (!ts.sys.fileExists(file)) {
    throw new ReleaseError(
      `${workspace} has no tsconfig.json, and types can be checked only where the packages are installed: run this in a checkout of the shop or of a remote`,
    );
  }
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error) {
    throw new ReleaseError(`${file}: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`);
  }
  // Ignores its files, because the gate has its own.
  const own = { ...config, include: [], files: [] };
  return ts.parseJsonConfigFileContent(own, ts.sys, workspace, undefined, file).options;
}

interface Config {
  readonly references?: readonly { readonly path: string }[];
}

/** Options of the compiler for path aliases. */
interface Aliases {
  readonly baseUrl?: string;
  readonly paths?: ts.MapLike<string[]>;
  readonly pathsBasePath?: ts.CompilerOptions['pathsBasePath'];
}

/** Returns the path aliases of a tsconfig.json or, if it has none, of the first project with aliases that it refers to. */
function aliasesIn(file: string): Aliases {
  const config: Config = ts.readConfigFile(file, ts.sys.readFile).config ?? {};
  const folder = path.dirname(file);
  const { options } = ts.parseJsonConfigFileContent(
    { ...config, include: [], files: [] },
    ...([ts.sys, folder, undefined, file] as const),
  );
  const { baseUrl, paths, pathsBasePath } = options;
  const own = {
    ...(baseUrl !== undefined && { baseUrl }),
    ...(paths && { paths, ...(pathsBasePath !== undefined && { pathsBasePath }) }),
  };
  if (baseUrl !== undefined || paths) return own;
  return (
    config.references
      ?.map(({ path: to }) => path.resolve(folder, to))
      .map((to) => aliasesIn(to.endsWith('.json') ? to : path.join(to, 'tsconfig.json')))
      .find((aliases) => Object.keys(aliases).length > 0) ?? own
  );
}

/**
 * Returns a function that finds the path aliases of a source file: those of the nearest tsconfig.json above it, in the
 * workspace, as an editor and the bundler find them.
 */
function aliasFinder(workspace: string): (file: string) => Aliases {
  const known = new Map<string, Aliases>();
  function aliasesOf(folder: string): Aliases {
    const found = known.get(folder);
    if (found) return found;
    const file = path.join(folder, 'tsconfig.json');
    const parent = path.dirname(folder);
    const isTop = folder === workspace || parent === folder;
    const aliases = ts.sys.fileExists(file) ? aliasesIn(file) : isTop ? {} : aliasesOf(parent);
    known.set(folder, aliases);
    return aliases;
  }
  return (file) => aliasesOf(path.dirname(file));
}

/** Parsed library files. All programs of this process share them. */
const libraries = new Map<string, ts.SourceFile>();

/** Creates a compiler host that parses each library once. `virtual` has the texts of further files, by path. */
export function createHost(
  options: ts.CompilerOptions,
  virtual: ReadonlyMap<string, string> = new Map(),
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    // As in tsc. The API's default also parses all JSDoc comments of libraries.
    jsDocParsingMode: ts.JSDocParsingMode.ParseForTypeErrors,
    fileExists: (file) => virtual.has(file) || host.fileExists(file),
    readFile: (file) => virtual.get(file) ?? host.readFile(file),
    getSourceFile(file, languageVersion, ...rest) {
      const text = virtual.get(file);
      if (text !== undefined) return ts.createSourceFile(file, text, languageVersion);
      const known = libraries.get(file);
      if (known) return known;
      const source = host.getSourceFile(file, languageVersion, ...rest);
      if (source && file.includes('/node_modules/')) libraries.set(file, source);
      return source;
    },
  };
}

/** Returns a node and all its descendants, in source order. */
export function nodesIn(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  function visit(node: ts.Node): void {
    nodes.push(node);
    ts.forEachChild(node, visit);
  }
  visit(root);
  return nodes;
}

/** Returns a module's exported symbols by name; none if the program lacks the file. */
export function exportsIn(program: ts.Program, file: string): Map<string, ts.Symbol> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const exported = module ? checker.getExportsOfModule(module) : [];
  const resolve = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return new Map(exported.map((symbol) => [symbol.name, resolve(symbol)]));
}

export interface Emitter {
  readonly program: ts.Program;
  /** Returns a module's path, given its name and the importing file; undefined if it is not found. */
  readonly resolve: (name: string, from: string) => string | undefined;
  /** Whether a name is that of a module in the workspace's packages. */
  readonly isPackage: (name: string) => boolean;
}

/** Returns a function that resolves modules as tsc does, with the path aliases of the importing file's project. */
function createModuleResolver(
  workspace: string,
  options: ts.CompilerOptions,
  host: ts.CompilerHost,
  isPackage: Emitter['isPackage'],
) {
  const aliasesOf = aliasFinder(workspace);
  const projects = new Map<
    Aliases | undefined,
    { options: ts.CompilerOptions; cache: ts.ModuleResolutionCache }
  >();
  function projectOf(aliases: Aliases | undefined) {
    const known = projects.get(aliases);
    if (known) return known;
    const { paths, baseUrl, pathsBasePath, ...rest } = options;
    const own = aliases ? { ...rest, ...aliases } : options;
    // Without the cache, a tenth of a remote's time is spent on the disk.
    const cache = ts.createModuleResolutionCache(workspace, (file) => file, own);
    const project = { options: own, cache };
    projects.set(aliases, project);
    return project;
  }
  return (name: string, from: string, mode?: ts.ResolutionMode) => {
    const project = projectOf(isPackage(name) ? undefined : aliasesOf(from));
    return ts.resolveModuleName(name, from, project.options, host, project.cache, undefined, mode)
      .resolvedModule;
  };
}

/**
 * Creates a program that can emit the declarations of the source files `roots` and of what they import. `modules` maps
 * the names of modules in the workspace's packages to files. `standIn` may resolve a module elsewhere than where it is
 * installed. Throws a ReleaseError if tsconfig.json is unreadable.
 */
export function createEmitter(
  workspace: string,
  roots: readonly string[],
  modules: Readonly<Record<string, string>>,
  standIn?: (
    name: string,
    from: string,
    options: ts.CompilerOptions,
  ) => ts.ResolvedModuleFull | undefined,
): Emitter {
  const options: ts.CompilerOptions = {
    ...workspaceOptions(workspace),
    // By default, packages of the workspace count as libraries, which emit nothing.
    paths: Object.fromEntries(Object.entries(modules).map(([name, file]) => [name, [file]])),
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // The workspace's own checks report unused code.
    noUnusedLocals: false,
    noUnusedParameters: false,
    // By default, the order of unions, and so the emitted text, depends on what else is compiled.
    stableTypeOrdering: true,
    // A package of the workspace may be linked to a folder outside of it.
    rootDir: path.parse(workspace).root,
    outDir: workspace,
  };
  const host = createHost(options);
  const isPackage = (name: string) => Object.hasOwn(modules, name);
  const lookUp = createModuleResolver(workspace, options, host, isPackage);
  host.resolveModuleNameLiterals = (literals, from, _redirected, _options, source) =>
    literals.map((literal) => ({
      resolvedModule:
        standIn?.(literal.text, from, options) ??
        lookUp(literal.text, from, ts.getModeForUsageLocation(source, literal, options)),
    }));
  return {
    program: ts.createProgram(roots, options, host),
    resolve: (name, from) => lookUp(name, from)?.resolvedFileName,
    isPackage,
  };
}

/** Remembers what the compiler found out about a file, until something changes that it may depend on. */
export interface KnownResults {
  /**
   * Returns what an earlier run computed of a file, or computes it. A result that `isKept` denies is computed in each
   * run. Results must be values of JSON.
   */
  of: <T>(
    kind: string,
    source: ts.SourceFile,
    compute: () => T,
    isKept?: (result: T) => boolean,
  ) => T;
}

/**
 * Returns the path of a file's declarations in a version's types/, and whether the file belongs to an installed
 * package, which already has declarations.
 */
type EmittedPathOf = (file: string) => {
  readonly emittedPath: string;
  readonly isInstalled: boolean;
};

const importsOf = (text: string) => ts.preProcessFile(text, true, true).importedFiles;

/**
 * Replaces path aliases, such as '@/cart' and '#cart', in a file's declarations by relative paths: only the piece's own
 * tsconfig.json and package.json define them.
 */
function withoutAliases(
  text: string,
  imports: readonly ts.FileReference[],
  relativeOf: (name: string) => string | undefined,
): string {
  const lastFirst = imports.toSorted((one, other) => other.pos - one.pos);
  return lastFirst.reduce((changed, { fileName, pos }) => {
    const relative = relativeOf(fileName);
    // The position is that of the quotation mark.
    const [before, after] = [changed.slice(0, pos + 1), changed.slice(pos + 1 + fileName.length)];
    return relative === undefined ? changed : before + relative + after;
  }, text);
}

function emitOne(program: ts.Program, source: ts.SourceFile): string {
  let emitted: string | undefined;
  const write: ts.WriteFileCallback = (_file, text) => {
    emitted = text;
  };
  const { diagnostics } = program.emit(source, write, undefined, true);
  const problems = diagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, ' '),
  );
  if (emitted === undefined) throw new ReleaseError(`${source.fileName}: ${problems.join('; ')}`);
  return emitted;
}

/**
 * Emits the declarations of the roots and of all files that these declarations mention. Returns them by path in a
 * version's types/. Types that only a component's implementation uses are left out. Throws a ReleaseError if a file's
 * declarations can't be emitted.
 */
export function emitDeclarations(
  { program, resolve, isPackage }: Emitter,
  emittedPathOf: EmittedPathOf,
  roots: readonly string[],
  known: KnownResults,
): Map<string, string> {
  function relativePathOf(name: string, source: string): string | undefined {
    if (name.startsWith('.') || isPackage(name)) return undefined;
    const target = resolve(name, source);
    const parsed = target === undefined ? undefined : program.getSourceFile(target);
    if (target === undefined || !parsed || parsed.isDeclarationFile) return undefined;
    const from = path.posix.dirname(emittedPathOf(source).emittedPath);
    const to = path.posix.relative(from, emittedPathOf(target).emittedPath);
    return (to.startsWith('.') ? to : `./${to}`).replace(/\.tsx?$/, '.js');
  }
  const emitted = new Map<string, string>();
  const waiting = [...roots];
  const seen = new Set(roots);
  for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
    const parsed = program.getSourceFile(source);
    const { emittedPath, isInstalled } = emittedPathOf(source);
    if (!parsed || (parsed.isDeclarationFile && !isInstalled)) continue;
    // An installed package of ours already has declarations; other libraries were skipped above.
    const text = isInstalled
      ? parsed.text
      : known.of('declarations', parsed, () => emitOne(program, parsed));
    const imports = importsOf(text);
    const from = source;
    const portable = isInstalled
      ? text
      : withoutAliases(text, imports, (name) => relativePathOf(name, from));
    emitted.set(emittedPath.replace(/(?<!\.d)\.tsx?$/, '.d.ts'), portable);
    for (const { fileName } of imports) {
      const target = resolve(fileName, source);
      if (target === undefined || seen.has(target)) continue;
      seen.add(target);
      waiting.push(target);
    }
  }
  return emitted;
}
