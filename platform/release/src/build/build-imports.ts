import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { nodesIn } from '../compiler.ts';
import { ts } from '../typescript.mjs';

/** Names that a build imports, by shared package; each with the path of a file that imports it. */
export type BuildImports = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Contents of scripts, by path. */
type Scripts = ReadonlyMap<string, string>;

/** Creates a TypeScript program from scripts in memory, to resolve the names in them. */
function programOf(scripts: Scripts): ts.Program {
  const options: ts.CompilerOptions = { allowJs: true, noLib: true, noResolve: true, types: [] };
  const host: ts.CompilerHost = {
    ...ts.createCompilerHost(options),
    fileExists: (file) => scripts.has(file),
    readFile: (file) => scripts.get(file),
    getSourceFile: (file, target) => {
      const text = scripts.get(file);
      return text === undefined ? undefined : ts.createSourceFile(file, text, target, true);
    },
  };
  return ts.createProgram([...scripts.keys()], options, host);
}

const textOf = (node: ts.Node | undefined): string | undefined =>
  node && (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node) || ts.isIdentifier(node))
    ? node.text
    : undefined;

/**
 * Returns the id and package of a shared module that a node of the container's runtime declares, such as
 * `NIM: { shareKey: "@patchwork/shop", … }`.
 */
function consumedModule(node: ts.Node): [id: string, name: string] | undefined {
  if (!ts.isPropertyAssignment(node) || !ts.isObjectLiteralExpression(node.initializer)) {
    return undefined;
  }
  const key = node.initializer.properties.find(
    (property) => ts.isPropertyAssignment(property) && textOf(property.name) === 'shareKey',
  );
  const name = key && ts.isPropertyAssignment(key) ? textOf(key.initializer) : undefined;
  const id = textOf(node.name);
  return id === undefined || name === undefined ? undefined : [id, name];
}

/** Returns the package that a call such as `require("NIM")` loads, whatever the function's minified name is. */
function packageOf(node: ts.Node | undefined, consumed: ReadonlyMap<string, string>) {
  if (!node || !ts.isCallExpression(node) || node.arguments.length !== 1) return undefined;
  const [argument] = node.arguments;
  const id = argument && !ts.isIdentifier(argument) ? textOf(argument) : undefined;
  return id === undefined ? undefined : consumed.get(id);
}

/** Returns the names that a destructuring reads: 'cartAtom' of `const { cartAtom: c } = require("NIM")`. */
const namesOfPattern = (pattern: ts.ObjectBindingPattern): string[] =>
  pattern.elements.flatMap(({ propertyName, name }) => textOf(propertyName ?? name) ?? []);

/**
 * Finds the names that a build imports from shared packages. Works on the output of Module Federation's plugin for
 * Rspack and webpack only. Doesn't find names that are read from a module object after it was passed on as a whole.
 */
export function importsInBuild(scripts: Scripts): BuildImports {
  const program = programOf(scripts);
  const checker = program.getTypeChecker();
  const files = [...scripts.keys()].flatMap((file) => program.getSourceFile(file) ?? []);
  const all = files.map((file) => [file.fileName, nodesIn(file)] as const);
  const consumed = new Map(
    all.flatMap(([, nodes]) => nodes.map(consumedModule).filter((found) => found !== undefined)),
  );
  const imports: Record<string, Record<string, string>> = {};
  function add(module: string, names: readonly string[], file: string): void {
    const known = imports[module] ?? {};
    for (const name of names) known[name] ??= file;
    imports[module] = known;
  }
  for (const [file, nodes] of all) {
    /** Package that each variable refers to. */
    const holders = new Map<ts.Symbol, string>();
    for (const node of nodes) {
      const [name, value] = ts.isVariableDeclaration(node)
        ? [node.name, node.initializer]
        : ts.isBinaryExpression(node)
          ? [node.left, node.right]
          : [];
      const module = packageOf(value, consumed);
      if (module === undefined || !name) continue;
      if (ts.isObjectBindingPattern(name)) add(module, namesOfPattern(name), file);
      const symbol = ts.isIdentifier(name) && checker.getSymbolAtLocation(name);
      if (symbol) holders.set(symbol, module);
    }
    for (const node of nodes) {
      if (!ts.isPropertyAccessExpression(node)) continue;
      const { expression, name } = node;
      const symbol = ts.isIdentifier(expression) && checker.getSymbolAtLocation(expression);
      const module = symbol ? holders.get(symbol) : packageOf(expression, consumed);
      if (module !== undefined) add(module, [name.text], file);
    }
  }
  return imports;
}

/** Reads the names that a build imports from shared packages. `built` has the paths of the files in `folder`. */
export async function readSharedImports(
  folder: string,
  built: readonly string[],
): Promise<BuildImports> {
  const scripts = new Map<string, string>();
  for (const file of built.filter((each) => /\.m?js$/.test(each))) {
    scripts.set(file, await readFile(path.join(folder, file), 'utf8'));
  }
  return importsInBuild(scripts);
}

/** Reads the names that a build imports from the shop's packages, @patchwork/…, as `readSharedImports` does. */
export async function readBuildImports(
  dist: string,
  built: readonly string[],
): Promise<BuildImports> {
  const all = Object.entries(await readSharedImports(dist, built));
  return Object.fromEntries(all.filter(([name]) => /^@patchwork\//.test(name)));
}
