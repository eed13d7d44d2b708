import path from 'node:path';
import ts from 'typescript';
import { relativePath } from '../../bytes/files.ts';
import { exportsIn } from './compiler.ts';
import type { Fields, TypesIndex } from './types-index.ts';

/** The package whose `endpoints` are the table of the API's calls. */
const API_PACKAGE = '@patchwork/api';

/** Names of the type that makes the calls: a global interface, and its alias in packages of before. */
const API_TYPES = ['PatchworkApi', 'Api'];

/** Answers are flat: what is deeper is not looked at. */
const MAX_DEPTH = 8;

/** The fields of an answer, by their types; null where they are not known, or where it has none. */
function fieldsOf(checker: ts.TypeChecker, given: ts.Type, depth = 0): Fields {
  const type = checker.getNonNullableType(given);
  if (depth > MAX_DEPTH) return null;
  if (checker.isArrayType(type)) {
    const [entry] = checker.getTypeArguments(type as ts.TypeReference);
    return { '*': entry ? fieldsOf(checker, entry, depth + 1) : null };
  }
  const members = type.isUnion() ? type.types : [type];
  if (!members.every(({ flags }) => flags & ts.TypeFlags.Object)) return null;
  const fields = members
    .flatMap((member) => checker.getPropertiesOfType(member))
    .map((field) => [field.name, fieldsOf(checker, checker.getTypeOfSymbol(field), depth + 1)]);
  return fields.length > 0 ? Object.fromEntries(fields) : null;
}

/** The calls of the API by name, as a workspace's table of endpoints has them; none without that package. */
export function apiTable(
  program: ts.Program,
  modules: Readonly<Record<string, string>>,
): TypesIndex['api'] {
  const checker = program.getTypeChecker();
  const table = exportsIn(program, modules[API_PACKAGE] ?? '').get('endpoints');
  const calls = table ? checker.getPropertiesOfType(checker.getTypeOfSymbol(table)) : [];
  const propertyOf = (type: ts.Type, name: string): ts.Type | undefined => {
    const property = checker.getPropertyOfType(type, name);
    return property && checker.getNonNullableType(checker.getTypeOfSymbol(property));
  };
  const textOf = (type: ts.Type | undefined) => (type?.isStringLiteral() ? type.value : '');
  return Object.fromEntries(
    calls.map((call) => {
      const endpoint = checker.getTypeOfSymbol(call);
      const response = propertyOf(endpoint, 'response');
      // As valibot's schemas state what they take: the wire's format.
      const types = response && propertyOf(response, '~types');
      const answer = types && propertyOf(types, 'input');
      const described = {
        method: textOf(propertyOf(endpoint, 'method')),
        path: textOf(propertyOf(endpoint, 'path')),
        answer: answer ? fieldsOf(checker, answer) : null,
      };
      return [call.name, described];
    }),
  );
}

/** The calls that sources make, as in `api.getProduct(…)`, each with its answer and the files. */
export function calledEndpoints(
  program: ts.Program,
  workspace: string,
  sources: readonly ts.SourceFile[],
  table: TypesIndex['api'],
): TypesIndex['calls'] {
  const checker = program.getTypeChecker();
  const calls = new Map<string, Set<string>>();
  function visit(node: ts.Node, file: string): void {
    if (ts.isPropertyAccessExpression(node)) {
      const type = checker.getTypeAtLocation(node.expression);
      if (API_TYPES.includes((type.aliasSymbol ?? type.getSymbol())?.name ?? '')) {
        calls.set(node.name.text, (calls.get(node.name.text) ?? new Set()).add(file));
      }
    }
    ts.forEachChild(node, (child) => visit(child, file));
  }
  for (const source of sources)
    visit(source, relativePath(workspace, path.resolve(source.fileName)));
  return Object.fromEntries(
    [...calls].map(([name, files]) => [
      name,
      { answer: table[name]?.answer ?? null, files: [...files].sort() },
    ]),
  );
}
