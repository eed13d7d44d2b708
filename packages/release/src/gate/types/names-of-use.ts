import ts from 'typescript';

/** Every value of a module, where those that are used can't be known. */
export const allNames = '*';

/** Object.keys(m) and its like list all names, and need none of them. */
const isListing = (node: ts.Node, file: ts.SourceFile): boolean =>
  ts.isCallExpression(node) &&
  /^Object\.(?:keys|values|entries)$/.test(node.expression.getText(file));

/** The name that is taken where a namespace is used; all names when it may go anywhere. */
function nameOfUse(parent: ts.Node, file: ts.SourceFile): string | undefined {
  if (ts.isPropertyAccessExpression(parent)) return parent.name.text;
  return isListing(parent, file) ? undefined : allNames;
}

/** Whether a name is a member's or a new variable's, and stands for no value. */
const isNew = (parent: ts.Node, name: ts.Node): boolean =>
  !ts.isShorthandPropertyAssignment(parent) &&
  !ts.isExportSpecifier(parent) &&
  'name' in parent &&
  parent.name === name;

/** The names that a file takes of a module that it imports as a namespace: `state.cartAtom`. */
export function namesOfNamespace(namespace: string, file: ts.SourceFile): string[] {
  const names = new Set<string>();
  function visit(node: ts.Node): void {
    // A type leaves no trace at run time; what a class extends only looks like one.
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
