import path from 'node:path';
import { type Emitter, exportsIn, nodesIn } from '../../compiler.ts';
import { relativePath } from '../../release-folder/files.ts';
import { ts } from '../../typescript.mjs';

/** Name that stands for all values of a module, if it is unknown which of them are used. */
const allNames = '*';

/** Whether a node is a call such as Object.keys(m), which lists all names but needs none of them. */
const isListing = (node: ts.Node, file: ts.SourceFile): boolean =>
  ts.isCallExpression(node) &&
  /^Object\.(?:keys|values|entries)$/.test(node.expression.getText(file));

function nameOfUse(parent: ts.Node, file: ts.SourceFile): string | undefined {
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text;
  return isListing(parent, file) ? undefined : allNames;
}

/** Whether an identifier is a member's name or a declaration, and so not a reference to a value in scope. */
const isNew = (parent: ts.Node, name: ts.Node): boolean =>
  !ts.isShorthandPropertyAssignment(parent) &&
  !ts.isExportSpecifier(parent) &&
  'name' in parent &&
  parent.name === name;

function namesOfNamespace(namespace: string, file: ts.SourceFile): string[] {
  const names = new Set<string>();
  function visit(node: ts.Node): void {
    // Types don't exist at run time. The expression that a class extends only looks like a type.
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    if (ts.isImportDeclaration(node)) return;
    ts.forEachChild(node, (child) => {
      if (ts.isIdentifier(child) && child.text === namespace && !isNew(node, child)) {
        const name = nameOfUse(node, file);
        if (name !== undefined) names.add(name);
      }
      visit(child);
    });
  }
  visit(file);
  return [...names];
}

export interface ImportedValue {
  readonly module: string;
  /** Imported name, or `allNames`; undefined for an import for side effects. */
  readonly name: string | undefined;
}

const moduleOf = (node: ts.Expression | undefined): string | undefined =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined;

const valuesOf = (elements: ts.NodeArray<ts.ImportSpecifier | ts.ExportSpecifier>): string[] =>
  elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ propertyName, name }) => (propertyName ?? name).text);

/** Returns the names of the values that an import declares; undefined if it only imports types. */
function namesOfImport(
  { importClause }: ts.ImportDeclaration,
  file: ts.SourceFile,
): string[] | undefined {
  if (!importClause) return [];
  if (importClause.phaseModifier === ts.SyntaxKind.TypeKeyword) return undefined;
  const { name, namedBindings } = importClause;
  const names = name ? ['default'] : [];
  if (!namedBindings) return names;
  if (ts.isNamespaceImport(namedBindings)) {
    return [...names, ...namesOfNamespace(namedBindings.name.text, file)];
  }
  const { elements } = namedBindings;
  const values = valuesOf(elements);
  const onlyTypes = names.length + values.length === 0 && elements.length > 0;
  return onlyTypes ? undefined : [...names, ...values];
}

function namesOfExport({ isTypeOnly, exportClause }: ts.ExportDeclaration): string[] | undefined {
  if (isTypeOnly) return undefined;
  if (!exportClause || !ts.isNamedExports(exportClause)) return [allNames];
  const values = valuesOf(exportClause.elements);
  return values.length > 0 ? values : undefined;
}

interface Import {
  readonly module: string | undefined;
  readonly names: readonly string[] | undefined;
}

function describe(node: ts.Node, file: ts.SourceFile): Import | undefined {
  if (ts.isImportDeclaration(node)) {
    return { module: moduleOf(node.moduleSpecifier), names: namesOfImport(node, file) };
  }
  if (ts.isExportDeclaration(node)) {
    return { module: moduleOf(node.moduleSpecifier), names: namesOfExport(node) };
  }
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
    return { module: moduleOf(node.arguments[0]), names: [allNames] };
  }
  return undefined;
}

/** Returns the values that a file imports at run time. */
export function importedValues(file: ts.SourceFile): ImportedValue[] {
  const values: ImportedValue[] = [];
  for (const node of nodesIn(file)) {
    const { module, names } = describe(node, file) ?? {};
    if (module === undefined || !names) continue;
    const taken = names.length > 0 ? names : [undefined];
    for (const name of taken) values.push({ module, name });
  }
  return values;
}

export interface SharedModule {
  /** Folder of the module's package. Imports in its files don't count as the piece's. */
  readonly folder: string;
  readonly file: string;
}

export const exportedValues = (program: ts.Program, file: string): string[] =>
  [...exportsIn(program, file)]
    .filter(([, { flags }]) => flags & ts.SymbolFlags.Value)
    .map(([name]) => name);

/** Parsed sources, and the paths of the modules that they name. */
export interface Sources extends Pick<Emitter, 'resolve'> {
  readonly program: Pick<ts.Program, 'getSourceFile'>;
}

/**
 * Yields the roots and all files that they import, directly or indirectly, each with the values that it imports. Leaves
 * out declaration files, files for which `isLeftOut` is true, and what only these import.
 */
export function* running(
  { program, resolve }: Sources,
  roots: readonly string[],
  isLeftOut: (file: string) => boolean,
): Generator<readonly [ts.SourceFile, readonly ImportedValue[]]> {
  const waiting = new Set(roots);
  // Values that are added to a Set during its iteration are visited too, and duplicates are ignored.
  for (const file of waiting) {
    const source = program.getSourceFile(file);
    if (!source || source.isDeclarationFile || isLeftOut(file)) continue;
    const values = importedValues(source);
    for (const { module } of values) {
      const imported = resolve(module, file);
      if (imported !== undefined) waiting.add(imported);
    }
    yield [source, values];
  }
}

/**
 * Finds the values that a piece imports from shared packages at run time, each with a file that imports it. Names that
 * are used only as types are left out. `valuesOf` lists the values of a module, for an import of all of them.
 */
export function importedBy(
  sources: Sources,
  workspace: string,
  roots: readonly string[],
  shared: ReadonlyMap<string, Pick<SharedModule, 'folder'>>,
  valuesOf: (module: string) => readonly string[],
): Record<string, Record<string, string>> {
  const imports: Record<string, Record<string, string>> = {};
  const folders = [...shared.values()].map(({ folder }) => folder + path.sep);
  const isShared = (file: string) => folders.some((folder) => file.startsWith(folder));
  for (const [source, values] of running(sources, roots, isShared)) {
    const by = relativePath(workspace, source.fileName);
    for (const { module, name } of values) {
      const found = shared.get(module);
      if (!found || name === undefined) continue;
      const names = name === allNames ? valuesOf(module) : [name];
      imports[module] ??= {};
      for (const imported of names) imports[module][imported] ??= by;
    }
  }
  return imports;
}
