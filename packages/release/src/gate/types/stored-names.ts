import path from 'node:path';
import ts from 'typescript';
import type { WorkspacePackage } from './workspace-packages.ts';

/** The functions that take the name of a stored value, in the object that is their first argument. */
const makers = ['createStoredValue', 'storedValueAtom'];

const nameOfDeclaration = (declaration: ts.Declaration | undefined): string | undefined =>
  declaration && ts.isFunctionDeclaration(declaration) ? declaration.name?.text : undefined;

/** Names under which files store values in the browser. A name that is worked out by code is not seen. */
export function usedStores(program: ts.Program, files: Iterable<ts.SourceFile>): string[] {
  const checker = program.getTypeChecker();
  const names = new Set<string>();
  function visit(node: ts.Node): void {
    ts.forEachChild(node, visit);
    if (!ts.isCallExpression(node) || node.arguments[0] === undefined) return;
    const made = nameOfDeclaration(checker.getResolvedSignature(node)?.getDeclaration());
    if (made === undefined || !makers.includes(made)) return;
    const name = checker.getTypeAtLocation(node.arguments[0]).getProperty('name');
    const type = name && checker.getTypeOfSymbolAtLocation(name, node);
    if (type?.isStringLiteral()) names.add(type.value);
  }
  for (const file of files) visit(file);
  return [...names].sort();
}

/** Names that a piece's packages declare for themselves, beside their code: not those that shop.d.ts has from remotes. */
export function ownStores(
  program: ts.Program,
  shopTypes: string,
  packages: readonly WorkspacePackage[],
): string[] {
  const checker = program.getTypeChecker();
  const [anyFile] = program.getSourceFiles();
  const found =
    anyFile &&
    checker
      .getSymbolsInScope(anyFile, ts.SymbolFlags.Interface)
      .find(({ name }) => name === 'PatchworkStores');
  const all = found ? checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(found)) : [];
  return all
    .filter(({ declarations = [] }) =>
      declarations.some((declaration) => {
        const file = declaration.getSourceFile().fileName;
        return (
          file !== shopTypes && packages.some(({ folder }) => file.startsWith(folder + path.sep))
        );
      }),
    )
    .map(({ name }) => name)
    .sort();
}
