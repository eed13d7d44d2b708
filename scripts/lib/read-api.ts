import { createHash } from 'node:crypto';
import { exportsIn, nodesIn } from '@patchwork/release/compiler';
import ts from 'typescript';
import { type ApiReport, MENTIONED, type Signatures, TYPE } from './api-report.ts';

/** Module of a published package. */
export interface PublicModule {
  /** Import name: '@patchwork/shop/ui'. */
  readonly name: string;
  readonly source: string;
}

/**
 * Length in characters above which a named type is written as in its declaration, and any other as a digest. The table
 * of endpoints has 250,000.
 */
const LONG_TYPE_LENGTH = 600;

const { TypeFormatFlags: Format } = ts;
const FORMAT =
  Format.NoTruncation |
  Format.UseAliasDefinedOutsideCurrentScope |
  Format.UseSingleQuotesForStringLiteralType;

type NamedType = ts.InterfaceDeclaration | ts.TypeAliasDeclaration;

const isNamedType = (node: ts.Node): node is NamedType =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);

const isOurs = (node: ts.Node): boolean =>
  !node.getSourceFile().fileName.includes('/node_modules/');

const isDeclaredHere = (symbol: ts.Symbol | undefined): boolean =>
  symbol?.declarations?.every(isOurs) ?? false;

/** Returns the declaration of one of the workspace's named types. */
const declarationOf = (symbol: ts.Symbol | undefined): NamedType | undefined =>
  symbol?.declarations?.filter(isOurs).find(isNamedType);

/**
 * Whether an interface is declared empty and filled elsewhere, as PatchworkPages is by the remotes. What others fill in
 * is no change of the types that depend on it.
 */
const isRegistry = (symbol: ts.Symbol): boolean =>
  symbol.declarations?.some(
    (node) => ts.isInterfaceDeclaration(node) && node.members.length === 0 && !node.heritageClauses,
  ) ?? false;

const nameOf = (type: ts.Type): ts.Symbol | undefined => type.aliasSymbol ?? type.getSymbol();

/** Whether a type of the workspace has a name that says all. A generic type's depends on its arguments. */
const isNamed = (type: ts.Type): boolean =>
  !type.aliasTypeArguments && declarationOf(nameOf(type)) !== undefined;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const digestOf = (text: string): string =>
  `${text.length} characters, SHA-256 ${createHash('sha256').update(text).digest('base64url')}`;

const printer = ts.createPrinter({ removeComments: true });

const asWritten = (node: ts.Node): string =>
  oneLine(printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile()));

/** Removes undefined from the type of an optional parameter or member. */
function withoutUndefined(type: ts.Type): ts.Type {
  const present = type.isUnion()
    ? type.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined))
    : [];
  return present.length === 1 ? (present[0] ?? type) : type;
}

const isOptional = (symbol: ts.Symbol): boolean =>
  (symbol.flags & ts.SymbolFlags.Optional) !== 0 ||
  (symbol.declarations?.some(
    (node) => ts.isParameter(node) && (node.questionToken ?? node.initializer) !== undefined,
  ) ??
    false);

type Mark = '' | '?' | typeof TYPE;

/** Reads the signatures of a module's exports. */
class Reader {
  readonly mentions = new Set<ts.Symbol>();
  signatures = new Map<string, string>();
  /** Types that are being read, which end a recursion. */
  readonly #open = new Set<ts.Type>();
  readonly #checker: ts.TypeChecker;
  /** Types that have a name among the exports. */
  readonly #known: ReadonlySet<ts.Type>;
  /** Exports of the package's peers, each as 'Product of @patchwork/shop'. */
  readonly #ofPeers = new Map<ts.Symbol, string>();

  constructor(
    checker: ts.TypeChecker,
    exported: Iterable<ts.Symbol>,
    ofPeers: Iterable<readonly [text: string, symbol: ts.Symbol]>,
  ) {
    this.#checker = checker;
    for (const [text, symbol] of ofPeers) {
      this.#ofPeers.set(symbol, text);
      const type = symbol.flags & ts.SymbolFlags.Type && checker.getDeclaredTypeOfSymbol(symbol);
      const name = type && isNamed(type) ? nameOf(type) : undefined;
      // 'type Api = PatchworkApi' exports PatchworkApi.
      if (name && !this.#ofPeers.has(name)) this.#ofPeers.set(name, text);
    }
    const types = [...exported].filter(({ flags }) => flags & ts.SymbolFlags.Type);
    this.#known = new Set(types.map((symbol) => checker.getDeclaredTypeOfSymbol(symbol)));
  }

  read(name: string, symbol: ts.Symbol): void {
    const declaration = declarationOf(symbol);
    const ofPeer = this.#ofPeers.get(symbol);
    if (ofPeer) {
      this.signatures.set(name, `: ${ofPeer}`);
    } else if (symbol.flags & ts.SymbolFlags.Value) {
      const type = this.#checker.getTypeOfSymbol(symbol);
      if (this.#isOfPeer(type) || !this.#addParts(name, '', type)) this.#addWhole(name, '', type);
    } else if (declaration?.typeParameters) {
      this.#addDeclaration(name, declaration);
    } else {
      this.#addType(name, this.#checker.getDeclaredTypeOfSymbol(symbol), declaration);
    }
  }

  /** Reads a type that is mentioned, unless an exported name stands for it. Two of one name get a number. */
  readMentioned(symbol: ts.Symbol): void {
    const isKnown = this.#known.has(this.#checker.getDeclaredTypeOfSymbol(symbol));
    if (isKnown || isRegistry(symbol)) return;
    let name = symbol.name;
    for (let count = 2; this.signatures.has(name); count += 1) name = `${symbol.name}#${count}`;
    this.read(name, symbol);
  }

  #isOfPeer(type: ts.Type): boolean {
    const symbol = nameOf(type);
    return isNamed(type) && symbol !== undefined && this.#ofPeers.has(symbol);
  }

  #addDeclaration(name: string, declaration: NamedType): void {
    this.signatures.set(name, `: ${asWritten(declaration).replace(/^(?:export |declare )+/, '')}`);
    for (const symbol of this.#namedIn(declaration)) this.mentions.add(symbol);
  }

  #addType(name: string, type: ts.Type, declaration: NamedType | undefined): void {
    const text = this.#print(type, Format.InTypeAlias);
    const isLong = text.length > LONG_TYPE_LENGTH;
    if (declaration && (isLong || this.#dependsOnRegistry(declaration))) {
      this.#addDeclaration(name, declaration);
    } else if (!this.#addParts(name, TYPE, type)) this.#addWhole(name, TYPE, type, text);
  }

  #dependsOnRegistry(declaration: NamedType, seen = new Set<NamedType>()): boolean {
    if (seen.has(declaration) || ts.isInterfaceDeclaration(declaration)) return false;
    seen.add(declaration);
    return this.#namedIn(declaration).some((symbol) => {
      const named = declarationOf(symbol);
      return isRegistry(symbol) || (named && this.#dependsOnRegistry(named, seen));
    });
  }

  /** Returns the workspace's named types in a declaration. */
  #namedIn(declaration: NamedType): ts.Symbol[] {
    return nodesIn(declaration).flatMap((node) => {
      const symbol = ts.isIdentifier(node) ? this.#checker.getSymbolAtLocation(node) : undefined;
      if (!symbol) return [];
      const { Alias } = ts.SymbolFlags;
      const aliased = symbol.flags & Alias ? this.#checker.getAliasedSymbol(symbol) : symbol;
      return declarationOf(aliased) ? [aliased] : [];
    });
  }

  /** Adds a type at a path. `mark` is '?' for what is optional. */
  #add(path: string, mark: Mark, type: ts.Type): void {
    const text = this.#print(type);
    const isPart = text.length <= LONG_TYPE_LENGTH && !isNamed(type) && !this.#open.has(type);
    if (!isPart || !this.#addParts(path, mark, type)) this.#addWhole(path, mark, type, text);
  }

  #addWhole(path: string, mark: Mark, type: ts.Type, text = this.#print(type)): void {
    const isLong = text.length > LONG_TYPE_LENGTH;
    this.#set(path, mark, isLong ? digestOf(text) : text);
    this.#mention(type, text, new Set());
  }

  #set(path: string, mark: Mark, text: string): void {
    this.signatures.set(path, mark === TYPE ? `: ${TYPE} ${text}` : `${mark}: ${text}`);
  }

  #addParts(path: string, mark: Mark, type: ts.Type): boolean {
    this.#open.add(type);
    const isListed = this.#addFunction(path, mark, type) || this.#addMembers(path, mark, type);
    this.#open.delete(type);
    return isListed;
  }

  /** Adds a function that has one form and no type parameters. */
  #addFunction(path: string, mark: Mark, type: ts.Type): boolean {
    const [signature, ...others] = type.getCallSignatures();
    if (!signature || signature.typeParameters || others.length > 0) return false;
    if (type.getProperties().length > 0 || !isDeclaredHere(type.getSymbol())) return false;
    this.#set(path, mark, 'function');
    for (const [index, parameter] of signature.parameters.entries()) {
      const node = parameter.valueDeclaration;
      const rest = node && ts.isParameter(node) && node.dotDotDotToken ? '...' : '';
      this.#addSymbol(`${path}(${rest}${index})`, parameter);
    }
    this.#add(`${path}()`, '', signature.getReturnType());
    return true;
  }

  /** Adds the members of an object type that is declared in the workspace. */
  #addMembers(path: string, mark: Mark, type: ts.Type): boolean {
    const objects = type.isIntersection() ? type.types : [type];
    if (!objects.every((each) => this.#isOurObject(each))) return false;
    const bases = type.isClassOrInterface() ? this.#checker.getBaseTypes(type) : [];
    const foreign = bases
      .filter((base) => !isDeclaredHere(nameOf(base)))
      .map((base) => ` & ${this.#print(base)}`);
    this.#set(path, mark, `object${foreign.join('')}`);
    for (const member of type.getProperties()) {
      const { declarations = [], name } = member;
      if (declarations.every(isOurs)) this.#addSymbol(`${path}.${name}`, member);
    }
    return true;
  }

  #isOurObject(type: ts.Type): boolean {
    return (
      (type.flags & ts.TypeFlags.Object) !== 0 &&
      isDeclaredHere(nameOf(type)) &&
      [...type.getCallSignatures(), ...type.getConstructSignatures()].length === 0 &&
      this.#checker.getIndexInfosOfType(type).length === 0
    );
  }

  #print = (type: ts.Type, flags = Format.None): string =>
    oneLine(this.#checker.typeToString(type, undefined, FORMAT | flags));

  #addSymbol(path: string, symbol: ts.Symbol): void {
    const type = this.#checker.getTypeOfSymbol(symbol);
    if (isOptional(symbol)) this.#add(path, '?', withoutUndefined(type));
    else this.#add(path, '', type);
  }

  /** Collects the workspace's types that a text mentions. */
  #mention(type: ts.Type, text: string, seen: Set<ts.Type>): void {
    if (seen.has(type)) return;
    seen.add(type);
    const name = nameOf(type);
    if (name && declarationOf(name) && new RegExp(`\\b${name.name}\\b`).test(text))
      this.mentions.add(name);
    const signatures = type.getCallSignatures();
    const isInline = isDeclaredHere(type.getSymbol()) && !type.isClassOrInterface();
    const parts = [
      ...(type.aliasTypeArguments ?? []),
      ...(type.isUnionOrIntersection() ? type.types : []),
      ...(type.flags & ts.TypeFlags.Object
        ? this.#checker.getTypeArguments(type as ts.TypeReference)
        : []),
      ...signatures.flatMap((each) => [
        ...each.parameters.map((parameter) => this.#checker.getTypeOfSymbol(parameter)),
        each.getReturnType(),
      ]),
      ...(isInline ? type.getProperties().map((each) => this.#checker.getTypeOfSymbol(each)) : []),
    ];
    for (const part of parts) this.#mention(part, text, seen);
  }
}

/** Package whose own report has its types. */
export interface Peer {
  readonly name: string;
  readonly modules: readonly PublicModule[];
}

/**
 * Reads the signatures of all that a package's modules export, and of the unexported types that they mention. What a
 * peer exports is only named.
 */
export function readApi(
  program: ts.Program,
  modules: readonly PublicModule[],
  peers: readonly Peer[] = [],
): ApiReport {
  const exports = modules.map(({ name, source }) => [name, exportsIn(program, source)] as const);
  const symbols = exports.flatMap(([, all]) => [...all.values()]);
  const ofPeers = peers.flatMap(({ name, modules: all }) =>
    all.flatMap(({ source }) =>
      [...exportsIn(program, source)].map(
        ([each, symbol]) => [`${each} of ${name}`, symbol] as const,
      ),
    ),
  );
  const reader = new Reader(program.getTypeChecker(), symbols, ofPeers);
  const report = new Map<string, Signatures>();
  for (const [module, all] of exports) {
    reader.signatures = new Map();
    for (const [name, symbol] of all) reader.read(name, symbol);
    report.set(module, reader.signatures);
  }
  reader.signatures = new Map();
  // The set grows while it is read.
  for (const symbol of reader.mentions) reader.readMentioned(symbol);
  return report.set(MENTIONED, reader.signatures);
}
