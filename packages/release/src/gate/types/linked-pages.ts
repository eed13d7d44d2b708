import ts from 'typescript';
import { relativePath } from '../../bytes/files.ts';
import type { TypesIndex } from './types-index.ts';

const namesOf = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type]).flatMap((each) =>
    each.isStringLiteral() ? [each.value] : [],
  );

const keyOf = (names: readonly string[]): string => names.toSorted().join();

/** Names of all pages, and of those without parameters, as the global interface PatchworkPages lists them. */
function declaredPages(checker: ts.TypeChecker, source: ts.SourceFile): string[][] {
  const found = checker
    .getSymbolsInScope(source, ts.SymbolFlags.Interface)
    .find(({ name }) => name === 'PatchworkPages');
  const pages = found ? checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(found)) : [];
  const plain = pages.filter(
    (page) => checker.getPropertiesOfType(checker.getTypeOfSymbol(page)).length === 0,
  );
  return [pages, plain].map((symbols) => symbols.map(({ name }) => name));
}

/** Declared type of a call's argument: of `pathTo<Page extends PageName>(page: Page)`, PageName. */
function declaredType(checker: ts.TypeChecker, argument: ts.Expression): ts.Type | undefined {
  const call = argument.parent;
  if (!ts.isCallExpression(call)) return undefined;
  const parameters = checker.getResolvedSignature(call)?.getDeclaration()?.parameters;
  const parameter = parameters?.[call.arguments.indexOf(argument)];
  return parameter && checker.getBaseConstraintOfType(checker.getTypeAtLocation(parameter));
}

/** The parameters that a link gives: of `pathTo('product', { productId })`, productId. */
function parametersOf(checker: ts.TypeChecker, page: ts.Expression): string[] {
  const call = page.parent;
  if (!ts.isCallExpression(call)) return [];
  const next = call.arguments[call.arguments.indexOf(page) + 1];
  return next
    ? checker
        .getTypeAtLocation(next)
        .getProperties()
        .map(({ name }) => name)
    : [];
}

/**
 * Pages that files name: every text that is expected to be the name of a page, as in
 * `pathTo('cart')`. A name that is only worked out while the code runs is not seen.
 */
export function linkedPages(
  program: ts.Program,
  workspace: string,
  files: Iterable<readonly [ts.SourceFile, ...unknown[]]>,
): TypesIndex['links'] {
  const checker = program.getTypeChecker();
  const [anyFile] = program.getSourceFiles();
  const lists = anyFile ? declaredPages(checker, anyFile) : [];
  const pages = new Set(lists.flat());
  const keys = new Set(lists.map(keyOf));
  const isPage = (type: ts.Type | undefined) =>
    type !== undefined && keys.has(keyOf(namesOf(type)));
  const links: TypesIndex['links'] = {};
  function visit(node: ts.Node, file: string): void {
    if (ts.isStringLiteralLike(node) && pages.has(node.text)) {
      if (isPage(checker.getContextualType(node)) || isPage(declaredType(checker, node))) {
        const given = parametersOf(checker, node);
        const files = links[node.text] ?? {};
        const common = files[file]?.filter((name) => given.includes(name)) ?? given;
        links[node.text] = { ...files, [file]: common };
      }
    }
    ts.forEachChild(node, (child) => visit(child, file));
  }
  for (const [source] of files) {
    visit(source, relativePath(workspace, source.fileName));
  }
  return links;
}
