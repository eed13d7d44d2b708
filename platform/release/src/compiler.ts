import path from 'node:path';
import ts from 'typescript';
import { ReleaseError } from './errors.ts';

/**
 * Reads the compiler options from the workspace's tsconfig.json, such as strictness and libraries. Throws a
 * ReleaseError if the file is unreadable.
 */
export function workspaceOptions(workspace: string): ts.CompilerOptions {
  const file = path.join(workspace, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error) {
    throw new ReleaseError(`${file}: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`);
  }
  // Ignores its files, because the gate has its own.
  const own = { ...config, include: [], files: [] };
  return ts.parseJsonConfigFileContent(own, ts.sys, workspace, undefined, file).options;
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

/**
 * A program, and a function that returns a module's path, given its name and the importing file; undefined if it is not
 * found.
 */
export interface Emitter {
  readonly program: ts.Program;
  readonly resolve: (name: string, from: string) => string | undefined;
}

/**
 * Creates a program that can emit the declarations of the source files `roots` and of what they import. `modules` maps
 * the names of modules in the workspace's packages to files. Throws a ReleaseError if tsconfig.json is unreadable.
 */
export function createEmitter(
  workspace: string,
  roots: readonly string[],
  modules: Readonly<Record<string, string>>,
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
  // Caches module resolution. Without it, a tenth of a remote's time is spent on the disk.
  const cache = ts.createModuleResolutionCache(workspace, (file) => file, options);
  const host = { ...createHost(options), getModuleResolutionCache: () => cache };
  return {
    program: ts.createProgram(roots, options, host),
    resolve: (name, from) =>
      ts.resolveModuleName(name, from, options, host, cache).resolvedModule?.resolvedFileName,
  };
}

/**
 * Returns the path of a file's declarations in a version's types/, and whether the file belongs to an installed
 * package, which already has declarations.
 */
type EmittedPathOf = (file: string) => {
  readonly emittedPath: string;
  readonly isInstalled: boolean;
};

const importsOf = (text: string): string[] =>
  ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);

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
  { program, resolve }: Emitter,
  emittedPathOf: EmittedPathOf,
  roots: readonly string[],
): Map<string, string> {
  const emitted = new Map<string, string>();
  const waiting = [...roots];
  const seen = new Set(roots);
  for (let source = waiting.shift(); source !== undefined; source = waiting.shift()) {
    const parsed = program.getSourceFile(source);
    const { emittedPath, isInstalled } = emittedPathOf(source);
    if (!parsed || (parsed.isDeclarationFile && !isInstalled)) continue;
    // An installed package of ours already has declarations; other libraries were skipped above.
    const text = isInstalled ? parsed.text : emitOne(program, parsed);
    emitted.set(emittedPath.replace(/(?<!\.d)\.tsx?$/, '.d.ts'), text);
    for (const name of importsOf(text)) {
      const target = resolve(name, source);
      if (target === undefined || seen.has(target)) continue;
      seen.add(target);
      waiting.push(target);
    }
  }
  return emitted;
}
