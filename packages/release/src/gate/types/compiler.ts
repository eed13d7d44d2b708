import path from 'node:path';
import ts from 'typescript';
import { ReleaseError } from '../../errors.ts';

/** Reads the compiler's options from the workspace's tsconfig.json: how strict it is, and which libraries it uses. */
export function workspaceOptions(workspace: string): ts.CompilerOptions {
  const file = path.join(workspace, 'tsconfig.json');
  const { config, error } = ts.readConfigFile(file, ts.sys.readFile);
  if (error) {
    throw new ReleaseError(`${file}: ${ts.flattenDiagnosticMessageText(error.messageText, ' ')}`);
  }
  // Its files are left out: the gate has its own.
  const own = { ...config, include: [], files: [] };
  return ts.parseJsonConfigFileContent(own, ts.sys, workspace, undefined, file).options;
}

/** Parsed files of libraries, which are the same for every program of this process. */
const libraries = new Map<string, ts.SourceFile>();

/** Creates a host that parses each library once, and holds a few files that are not on the disk. */
export function createHost(
  options: ts.CompilerOptions,
  virtual: ReadonlyMap<string, string> = new Map(),
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    // The mode of tsc; the API's default parses every comment of every library.
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

/** Returns a node and all nodes within it, in the order of the text. */
export function nodesIn(root: ts.Node): ts.Node[] {
  const nodes: ts.Node[] = [];
  function visit(node: ts.Node): void {
    nodes.push(node);
    ts.forEachChild(node, visit);
  }
  visit(root);
  return nodes;
}

/** Symbols that a module exports, by name. Empty if the program lacks the file. */
export function exportsIn(program: ts.Program, file: string): Map<string, ts.Symbol> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const exported = module ? checker.getExportsOfModule(module) : [];
  const resolve = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return new Map(exported.map((symbol) => [symbol.name, resolve(symbol)]));
}

/** A program, and a function that finds the file behind a module's name in one of its files. */
export interface Emitter {
  readonly program: ts.Program;
  readonly resolve: (name: string, from: string) => string | undefined;
}

/** Creates a program over pieces' sources that can emit their declarations. */
export function createEmitter(
  workspace: string,
  roots: readonly string[],
  modules: Readonly<Record<string, string>>,
): Emitter {
  const options: ts.CompilerOptions = {
    ...workspaceOptions(workspace),
    // Without these, a package of the workspace counts as a library, which emits nothing.
    paths: Object.fromEntries(Object.entries(modules).map(([name, file]) => [name, [file]])),
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    // Unused code is left to the workspace's own checks.
    noUnusedLocals: false,
    noUnusedParameters: false,
    // Otherwise a union's order, and so the emitted text, depends on what else is compiled.
    stableTypeOrdering: true,
    rootDir: workspace,
    outDir: workspace,
  };
  // Without the cache each file's imports are looked for on the disk again: a tenth of the time for a remote.
  const cache = ts.createModuleResolutionCache(workspace, (file) => file, options);
  const host = { ...createHost(options), getModuleResolutionCache: () => cache };
  return {
    program: ts.createProgram(roots, options, host),
    resolve: (name, from) =>
      ts.resolveModuleName(name, from, options, host, cache).resolvedModule?.resolvedFileName,
  };
}

/** Finds the path of a file's declarations in a version's types/. An installed package's declarations exist already. */
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
 * Emits the declarations of the roots and of everything that these mention, by path in a version's types/. A type
 * that only the code of a component uses, not its declaration, is left out.
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
    // An installed package of ours has declarations already; those of other libraries were skipped above.
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
