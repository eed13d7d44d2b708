import ts from 'typescript';

type Method = ts.MethodSignature | ts.MethodDeclaration;

const { factory } = ts;

/** Of a class, a static method and another may share a name. */
function keyOf({ modifiers, name }: Method, file: ts.SourceFile): string {
  const isStatic = modifiers?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;
  return `${isStatic} ${name.getText(file)}`;
}

/** A method's parameters and return type, as the type of a property. */
function functionType(overloads: readonly Method[]): ts.TypeNode {
  const anything = factory.createKeywordTypeNode(ts.SyntaxKind.AnyKeyword);
  const [only, ...others] = overloads;
  if (only && others.length === 0) {
    const { typeParameters, parameters, type = anything } = only;
    return factory.createFunctionTypeNode(typeParameters, parameters, type);
  }
  const signatures = overloads.map(({ typeParameters, parameters, type = anything }) =>
    factory.createCallSignature(typeParameters, parameters, type),
  );
  return factory.createTypeLiteralNode(signatures);
}

/** Members with properties in place of methods: one for all overloads, where the first one was. */
function strictMembers<Member extends ts.Node, Own extends Member & Method>(
  members: readonly Member[],
  file: ts.SourceFile,
  isMethod: (member: Member) => member is Own,
  propertyOf: (method: Own, type: ts.TypeNode) => Member,
): Member[] {
  const methods = members.filter(isMethod);
  return members.flatMap((member) => {
    if (!isMethod(member)) return [member];
    const overloads = methods.filter((method) => keyOf(method, file) === keyOf(member, file));
    return overloads[0] === member ? [propertyOf(member, functionType(overloads))] : [];
  });
}

const strictSignatures = (members: ts.NodeArray<ts.TypeElement>, file: ts.SourceFile) =>
  strictMembers(members, file, ts.isMethodSignature, ({ modifiers, name, questionToken }, type) =>
    factory.createPropertySignature(modifiers, name, questionToken, type),
  );

const strictClassMembers = (members: ts.NodeArray<ts.ClassElement>, file: ts.SourceFile) =>
  strictMembers(members, file, ts.isMethodDeclaration, ({ modifiers, name, questionToken }, type) =>
    factory.createPropertyDeclaration(modifiers, name, questionToken, type, undefined),
  );

function strictNode(node: ts.Node, file: ts.SourceFile): ts.Node {
  if (ts.isTypeLiteralNode(node) && node.members.some(ts.isMethodSignature)) {
    return factory.createTypeLiteralNode(strictSignatures(node.members, file));
  }
  if (ts.isInterfaceDeclaration(node) && node.members.some(ts.isMethodSignature)) {
    const { modifiers, name, typeParameters, heritageClauses, members } = node;
    const strict = strictSignatures(members, file);
    return factory.createInterfaceDeclaration(
      modifiers,
      name,
      typeParameters,
      heritageClauses,
      strict,
    );
  }
  if (ts.isClassDeclaration(node) && node.members.some(ts.isMethodDeclaration)) {
    const { modifiers, name, typeParameters, heritageClauses, members } = node;
    const strict = strictClassMembers(members, file);
    return factory.createClassDeclaration(modifiers, name, typeParameters, heritageClauses, strict);
  }
  return node;
}

/**
 * Declarations with a function-typed property in place of each method. TypeScript compares what a
 * method takes in both directions, so that one that takes less than before passes; of a property it
 * asks that it takes as much.
 */
export function withStrictMethods(file: ts.SourceFile): ts.SourceFile {
  const { transformed } = ts.transform(file, [
    (context) => (source) => {
      const visit = (node: ts.Node): ts.Node =>
        ts.visitEachChild(strictNode(node, file), visit, context);
      return ts.visitEachChild(source, visit, context);
    },
  ]);
  const [strict = file] = transformed;
  if (strict === file) return file;
  const text = ts.createPrinter({ removeComments: true }).printFile(strict);
  // The compiler binds what was parsed, not what was put together.
  return ts.createSourceFile(file.fileName, text, file.languageVersion);
}
