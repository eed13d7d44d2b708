import ts from 'typescript';

/** Every value of a module, where those that are used can't be told. */
export const allNames = '*';

/** The nodes that a node lies in, the nearest first. */
type Around = readonly ts.Node[];

/** `{ a, b: c }` takes a and b; what is named only when it runs, or takes the rest, may take all. */
function namesOfPattern({ elements }: ts.ObjectBindingPattern): string[] {
  return elements.map(({ dotDotDotToken, propertyName, name }) => {
    const taken = propertyName ?? name;
    const isPlain = ts.isIdentifier(taken) || ts.isStringLiteralLike(taken);
    return isPlain && !dotDotDotToken ? taken.text : allNames;
  });
}

/** Object.keys(m) and its like go through whatever there is, and ask for nothing by name. */
const isListing = (node: ts.Node): boolean =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ts.isIdentifier(node.expression.expression) &&
  node.expression.expression.text === 'Object' &&
  ['keys', 'values', 'entries'].includes(node.expression.name.text);

/** The names that are taken where a module's namespace is used; all when it may go anywhere. */
function namesOfUse([parent, ...around]: Around): string[] {
  if (!parent) return [allNames];
  if (ts.isParenthesizedExpression(parent)) return namesOfUse(around);
  if (ts.isPropertyAccessExpression(parent)) return [parent.name.text];
  if (ts.isElementAccessExpression(parent)) {
    const { argumentExpression: name } = parent;
    return [ts.isStringLiteralLike(name) ? name.text : allNames];
  }
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name)) {
    return namesOfPattern(parent.name);
  }
  return isListing(parent) ? [] : [allNames];
}

/** Whether a name stands for a value here, and is not a member's or a new variable's. */
function isUse(name: ts.Identifier, parent: ts.Node | undefined): boolean {
  if (!parent) return false;
  if (ts.isShorthandPropertyAssignment(parent) || ts.isExportSpecifier(parent)) return true;
  const isNamed = 'name' in parent && parent.name === name;
  return !isNamed && !('propertyName' in parent && parent.propertyName === name);
}

/** The names that are asked of a namespace, anywhere in a scope. */
export function namesAskedOf(namespace: string, scope: ts.Node): string[] {
  const names = new Set<string>();
  function visit(node: ts.Node, around: Around): void {
    if (ts.isIdentifier(node) && node.text === namespace && isUse(node, around[0])) {
      for (const name of namesOfUse(around)) names.add(name);
    }
    // A type leaves no trace; what a class extends only looks like one.
    if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
    ts.forEachChild(node, (child) => visit(child, [node, ...around]));
  }
  visit(scope, []);
  return [...names];
}

const isFunction = (node: ts.Node | undefined): node is ts.ArrowFunction | ts.FunctionExpression =>
  node !== undefined && (ts.isArrowFunction(node) || ts.isFunctionExpression(node));

/** The names that a function takes of the namespace that it is called with. */
function namesTakenBy(callback: ts.Node | undefined): string[] {
  if (!isFunction(callback)) return [allNames];
  const [parameter] = callback.parameters;
  if (!parameter) return [];
  const { name } = parameter;
  if (ts.isObjectBindingPattern(name)) return namesOfPattern(name);
  return ts.isIdentifier(name) ? namesAskedOf(name.text, callback.body) : [allNames];
}

/** The names that are taken of what `import('m')` promises. */
export function namesOfPromise([parent, ...around]: Around): string[] {
  if (!parent) return [allNames];
  if (ts.isParenthesizedExpression(parent)) return namesOfPromise(around);
  if (ts.isAwaitExpression(parent)) return namesOfUse(around);
  const [call] = around;
  const isThen = ts.isPropertyAccessExpression(parent) && parent.name.text === 'then';
  return isThen && call && ts.isCallExpression(call) ? namesTakenBy(call.arguments[0]) : [allNames];
}
