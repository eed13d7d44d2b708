import ts from 'typescript';
import { allNames, namesOfNamespace } from './names-of-use.ts';

export interface ImportedValue {
  readonly module: string;
  /** The name in that module, or `allNames`; undefined when it is run for its effects. */
  readonly name: string | undefined;
}

const moduleOf = (node: ts.Expression | undefined): string | undefined =>
  node && ts.isStringLiteralLike(node) ? node.text : undefined;

const valuesOf = (elements: ts.NodeArray<ts.ImportSpecifier | ts.ExportSpecifier>): string[] =>
  elements
    .filter(({ isTypeOnly }) => !isTypeOnly)
    .map(({ propertyName, name }) => (propertyName ?? name).text);

/** Undefined when only types are imported. */
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

/** What a file takes from other modules at run time. */
export function importedValues(file: ts.SourceFile): ImportedValue[] {
  const values: ImportedValue[] = [];
  function visit(node: ts.Node): void {
    const { module, names } = describe(node, file) ?? {};
    if (module !== undefined && names) {
      const taken = names.length > 0 ? names : [undefined];
      for (const name of taken) values.push({ module, name });
    }
    ts.forEachChild(node, visit);
  }
  visit(file);
  return values;
}
