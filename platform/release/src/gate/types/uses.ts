import path from 'node:path';
import type { WorkspacePackage } from '../../build/workspace-packages.ts';
import { exportsIn, type KnownResults, nodesIn } from '../../compiler.ts';
import { relativePath } from '../../release-folder/files.ts';
import { ts } from '../../typescript.mjs';
import type { Fields, TypesIndex } from './types-index.ts';

/** Names of the API client's type: a global interface, and an alias in older packages. */
const API_TYPES = ['PatchworkApi', 'Api'];

/** Maximum depth of the fields that are read. Responses are flat. */
const MAX_DEPTH = 8;

/** Reads the fields of a response type; null if they are unknown or there are none. */
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

/**
 * Reads the API calls of a workspace, by name: those in the endpoint table, which a package exports as `endpoints`, and,
 * with '' as method and path, the other members of the API client's type. Returns {} without a table.
 */
export function apiTable(
  program: ts.Program,
  modules: Readonly<Record<string, string>>,
  known: KnownResults,
): TypesIndex['api'] {
  for (const file of Object.values(modules)) {
    const table = exportsIn(program, file).get('endpoints');
    const source = program.getSourceFile(file);
    if (table && source) return known.of('api', source, () => describeTable(program, table));
  }
  return {};
}

function describeTable(program: ts.Program, table: ts.Symbol): TypesIndex['api'] {
  const checker = program.getTypeChecker();
  const calls = checker.getPropertiesOfType(checker.getTypeOfSymbol(table));
  const propertyOf = (type: ts.Type, name: string): ts.Type | undefined => {
    const property = checker.getPropertyOfType(type, name);
    return property && checker.getNonNullableType(checker.getTypeOfSymbol(property));
  };
  const textOf = (type: ts.Type | undefined) => (type?.isStringLiteral() ? type.value : '');
  const described = Object.fromEntries(
    calls.map((call) => {
      const endpoint = checker.getTypeOfSymbol(call);
      const response = propertyOf(endpoint, 'response');
      // Input type of a valibot schema: the format that the server sends.
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
  // A member of the client that is not in the table, such as `call`, has no endpoint.
  const members = membersOf(program, 'PatchworkApi').map(({ name }) => [
    name,
    { method: '', path: '', answer: null },
  ]);
  return { ...Object.fromEntries(members), ...described };
}

/**
 * Finds the API calls that sources make, such as `api.getProduct(…)`, by name; each with the fields of its response and
 * the files that make it.
 */
export function calledEndpoints(
  program: ts.Program,
  workspace: string,
  sources: readonly ts.SourceFile[],
  table: TypesIndex['api'],
  known: KnownResults,
): TypesIndex['calls'] {
  const checker = program.getTypeChecker();
  const callsIn = (source: ts.SourceFile) =>
    nodesIn(source)
      .filter(ts.isPropertyAccessExpression)
      .flatMap(({ expression, name }) => {
        const type = checker.getNonNullableType(checker.getTypeAtLocation(expression));
        const isApi = API_TYPES.includes((type.aliasSymbol ?? type.getSymbol())?.name ?? '');
        return isApi ? [name.text] : [];
      });
  const calls = new Map<string, Set<string>>();
  for (const source of sources) {
    const file = relativePath(workspace, path.resolve(source.fileName));
    for (const name of known.of('calls', source, () => callsIn(source))) {
      calls.set(name, (calls.get(name) ?? new Set()).add(file));
    }
  }
  return Object.fromEntries(
    [...calls].map(([name, files]) => [
      name,
      { answer: table[name]?.answer ?? null, files: [...files].sort() },
    ]),
  );
}

const namesOf = (type: ts.Type): string[] =>
  (type.isUnion() ? type.types : [type]).flatMap((each) =>
    each.isStringLiteral() ? [each.value] : [],
  );

const keyOf = (names: readonly string[]): string => names.toSorted().join();

/** Returns the members of a global interface; none if no file declares it. */
function membersOf(program: ts.Program, wanted: string): ts.Symbol[] {
  const checker = program.getTypeChecker();
  const [anyFile] = program.getSourceFiles();
  const inScope = anyFile ? checker.getSymbolsInScope(anyFile, ts.SymbolFlags.Interface) : [];
  const found = inScope.find(({ name }) => name === wanted);
  return found ? checker.getPropertiesOfType(checker.getDeclaredTypeOfSymbol(found)) : [];
}

/** Returns two lists of page names: all, and those of pages without parameters. */
function declaredPages(program: ts.Program): string[][] {
  const checker = program.getTypeChecker();
  const pages = membersOf(program, 'PatchworkPages');
  const plain = pages.filter(
    (page) => checker.getPropertiesOfType(checker.getTypeOfSymbol(page)).length === 0,
  );
  return [pages, plain].map((symbols) => symbols.map(({ name }) => name));
}

function declaredType(checker: ts.TypeChecker, argument: ts.Expression): ts.Type | undefined {
  const call = argument.parent;
  if (!ts.isCallExpression(call)) return undefined;
  const parameters = checker.getResolvedSignature(call)?.getDeclaration()?.parameters;
  const parameter = parameters?.[call.arguments.indexOf(argument)];
  return parameter && checker.getBaseConstraintOfType(checker.getTypeAtLocation(parameter));
}

/** Returns the parameters that a link passes: productId in `pathTo('product', { productId })`. */
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
 * Finds the pages that files link to: each string literal whose type is a page name, as in `pathTo('cart')`. Names
 * computed at run time are not found.
 */
export function linkedPages(
  program: ts.Program,
  workspace: string,
  files: Iterable<readonly [ts.SourceFile, ...unknown[]]>,
  known: KnownResults,
): TypesIndex['links'] {
  const checker = program.getTypeChecker();
  const lists = declaredPages(program);
  const pages = new Set(lists.flat());
  const keys = new Set(lists.map(keyOf));
  const isPage = (type: ts.Type | undefined) =>
    type !== undefined && keys.has(keyOf(namesOf(type)));
  const isLink = (node: ts.StringLiteralLike) =>
    isPage(checker.getContextualType(node)) || isPage(declaredType(checker, node));
  const linksIn = (source: ts.SourceFile) =>
    nodesIn(source)
      .filter(ts.isStringLiteralLike)
      .filter((node) => pages.has(node.text) && isLink(node))
      .map((node) => [node.text, parametersOf(checker, node)] as const);
  const links: TypesIndex['links'] = {};
  for (const [source] of files) {
    const file = relativePath(workspace, source.fileName);
    for (const [page, given] of known.of('links', source, () => linksIn(source))) {
      const others = links[page] ?? {};
      const common = others[file]?.filter((name) => given.includes(name)) ?? given;
      links[page] = { ...others, [file]: common };
    }
  }
  return links;
}

/** Functions whose first argument is an object with the name of a stored value. */
const makers = ['createStoredValue', 'storedValueAtom'];

const nameOfDeclaration = (declaration: ts.Declaration | undefined): string | undefined =>
  declaration && ts.isFunctionDeclaration(declaration) ? declaration.name?.text : undefined;

/** Finds the names under which files store values in the browser. Names computed at run time are not found. */
export function usedStores(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  known: KnownResults,
): string[] {
  const checker = program.getTypeChecker();
  function nameIn(node: ts.CallExpression): string[] {
    const [options] = node.arguments;
    const made = nameOfDeclaration(checker.getResolvedSignature(node)?.getDeclaration());
    if (options === undefined || made === undefined || !makers.includes(made)) return [];
    const name = checker.getTypeAtLocation(options).getProperty('name');
    const type = name && checker.getTypeOfSymbolAtLocation(name, node);
    return type?.isStringLiteral() ? [type.value] : [];
  }
  const names = files.flatMap((source) =>
    known.of('stores', source, () => nodesIn(source).filter(ts.isCallExpression).flatMap(nameIn)),
  );
  return [...new Set(names)].sort();
}

/** Finds the names of the settings that files read: those in the second argument of `settingsOf`. */
export function usedSettings(
  program: ts.Program,
  files: readonly ts.SourceFile[],
  known: KnownResults,
): string[] {
  const checker = program.getTypeChecker();
  function namesIn(node: ts.CallExpression): string[] {
    const [, defaults] = node.arguments;
    const made = nameOfDeclaration(checker.getResolvedSignature(node)?.getDeclaration());
    if (defaults === undefined || made !== 'settingsOf') return [];
    return checker.getPropertiesOfType(checker.getTypeAtLocation(defaults)).map(({ name }) => name);
  }
  const names = files.flatMap((source) =>
    known.of('settings', source, () =>
      nodesIn(source).filter(ts.isCallExpression).flatMap(namesIn),
    ),
  );
  return [...new Set(names)].sort();
}

/**
 * Returns the names of stored values that a piece's packages declare beside their code, without the remotes' names in
 * shop.d.ts.
 */
export function ownStores(
  program: ts.Program,
  shopTypes: string,
  packages: readonly WorkspacePackage[],
): string[] {
  return membersOf(program, 'PatchworkStores')
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
