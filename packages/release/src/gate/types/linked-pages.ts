import ts from 'typescript';
import { relativePath } from '../../bytes/files.ts';
import { exportsIn } from './compiler.ts';

/** By page name, the source files that name it. */
export type LinkedPages = Record<string, string[]>;

/** The package whose types say which pages there are, and the names of these types. */
const pagesPackage = '@patchwork/domain';
const typesOfPages = ['PageName', 'PlainPage'];

const namesOf = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type]).flatMap((each) =>
    each.isStringLiteral() ? [each.value] : [],
  );

const keyOf = (names: readonly string[]): string => names.toSorted().join();

/** All names of pages, of each of the types that list them. */
const listsOfPages = (program: ts.Program, file: string): string[][] =>
  [...exportsIn(program, file)]
    .filter(([name]) => typesOfPages.includes(name))
    .map(([, symbol]) => namesOf(program.getTypeChecker().getDeclaredTypeOfSymbol(symbol)));

/** What a call's argument is declared to be: of `pathTo<Page extends PageName>(page: Page)`, PageName. */
function declaredType(checker: ts.TypeChecker, argument: ts.Expression): ts.Type | undefined {
  const call = argument.parent;
  if (!ts.isCallExpression(call)) return undefined;
  const parameters = checker.getResolvedSignature(call)?.getDeclaration()?.parameters;
  const parameter = parameters?.[call.arguments.indexOf(argument)];
  return parameter && checker.getBaseConstraintOfType(checker.getTypeAtLocation(parameter));
}

/**
 * The pages that files name: every text that is expected to be the name of a page, as in
 * `pathTo('cart')`. A name that is only worked out while the code runs is not seen.
 */
export function linkedPages(
  program: ts.Program,
  workspace: string,
  files: Iterable<readonly [ts.SourceFile, ...unknown[]]>,
  modules: Readonly<Record<string, string>>,
): LinkedPages {
  const checker = program.getTypeChecker();
  const lists = listsOfPages(program, modules[pagesPackage] ?? '');
  const pages = new Set(lists.flat());
  const keys = new Set(lists.map(keyOf));
  const isPage = (type: ts.Type | undefined) =>
    type !== undefined && keys.has(keyOf(namesOf(type)));
  const links = new Map<string, Set<string>>();
  function visit(node: ts.Node, file: string): void {
    if (ts.isStringLiteralLike(node) && pages.has(node.text)) {
      if (isPage(checker.getContextualType(node)) || isPage(declaredType(checker, node))) {
        links.set(node.text, (links.get(node.text) ?? new Set()).add(file));
      }
    }
    ts.forEachChild(node, (child) => visit(child, file));
  }
  for (const [source] of files) {
    visit(source, relativePath(workspace, source.fileName));
  }
  return Object.fromEntries([...links].map(([page, files]) => [page, [...files].sort()]));
}
