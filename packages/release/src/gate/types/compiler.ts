import path from 'node:path';
import ts from 'typescript';
import { ReleaseError } from '../../release-error.ts';

/** The compiler's options as the workspace states them: what strict means, and which libraries. */
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

/** A host that parses each library once, and holds a few files that are on no disk. */
export function createHost(
  options: ts.CompilerOptions,
  virtual: ReadonlyMap<string, string> = new Map(),
): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    // As tsc does: without this the API reads every comment of every library.
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

/** What a module exports, by name: the symbol behind it. Nothing where the program lacks the file. */
export function exportsIn(program: ts.Program, file: string): Map<string, ts.Symbol> {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  const exported = module ? checker.getExportsOfModule(module) : [];
  const resolve = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  return new Map(exported.map((symbol) => [symbol.name, resolve(symbol)]));
}
