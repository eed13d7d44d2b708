import path from 'node:path';
import ts from 'typescript';
import { root } from '../workspace.ts';

/** Something that a module exports, or that an interface lists. */
export interface Exported {
  readonly name: string;
  /** In one line. */
  readonly type: string;
  /** The first sentence of its comment; empty without one. */
  readonly comment: string;
  /** For a function its first parameter, for an object itself: its fields, as far as they are ours. */
  readonly fields: string;
  /** Actions that change a value of packages/state, or values that an action changes. */
  readonly atom?: { readonly kind: 'value' | 'action'; readonly related: readonly string[] };
}

export interface Sources {
  /** Returns the exports of a module without its types. */
  exportsOf: (file: string) => readonly Exported[];
  /** Returns the members of an exported interface; none where the file is not there. */
  membersOf: (file: string, name: string) => readonly Exported[];
}

const flags =
  ts.TypeFormatFlags.NoTruncation |
  ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType |
  ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope;

function firstSentence(comment: string): string {
  const text = comment.replaceAll(/\s+/g, ' ').trim();
  return (/^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text).replace(/\.$/, '');
}

/** Reads `sharedValue('cartAtom', ['api'], …)` and `action('addToCartAtom', [cartAtom], …)`. */
function readAtom(declaration: ts.Declaration | undefined): Exported['atom'] {
  if (!declaration || !ts.isVariableDeclaration(declaration)) return undefined;
  const call = declaration.initializer;
  if (!call || !ts.isCallExpression(call)) return undefined;
  const kind = { sharedValue: 'value', action: 'action' } as const;
  const maker = call.expression.getText() as keyof typeof kind;
  const related = call.arguments[1];
  if (!(maker in kind) || !related || !ts.isArrayLiteralExpression(related)) return undefined;
  const names = related.elements.map((each) =>
    ts.isStringLiteral(each) ? each.text : each.getText(),
  );
  return { kind: kind[maker], related: names };
}

/** Reads modules of this workspace with the compiler. `files` are relative to its root. */
export function readSources(files: readonly string[]): Sources {
  const { config } = ts.readConfigFile(path.join(root, 'tsconfig.json'), ts.sys.readFile);
  const own = { ...config, include: [], files: [] };
  const { options } = ts.parseJsonConfigFileContent(own, ts.sys, root);
  const program = ts.createProgram(
    files.map((file) => path.join(root, file)),
    options,
  );
  const checker = program.getTypeChecker();

  const isOurs = ({ declarations = [] }: ts.Symbol): boolean =>
    declarations.every((each) => !each.getSourceFile().fileName.includes('/node_modules/'));

  function fieldsOf(type: ts.Type): string {
    const [parameter] = type.getCallSignatures()[0]?.parameters ?? [];
    const object = parameter ? checker.getTypeOfSymbol(parameter) : type;
    const fields = checker.getPropertiesOfType(object).filter(isOurs);
    const texts = fields.map((field) => {
      const mark = field.flags & ts.SymbolFlags.Optional ? '?' : '';
      return `${field.name}${mark}: ${checker.typeToString(checker.getTypeOfSymbol(field), undefined, flags)}`;
    });
    return texts.length === 0 ? '' : `{ ${texts.join('; ')} }`;
  }

  const resolve = (symbol: ts.Symbol): ts.Symbol =>
    symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;

  function describe(symbol: ts.Symbol): Exported {
    const target = resolve(symbol);
    const type = checker.getTypeOfSymbol(target);
    const atom = readAtom(target.declarations?.[0]);
    return {
      name: symbol.name,
      type: checker.typeToString(type, undefined, flags),
      comment: firstSentence(ts.displayPartsToString(target.getDocumentationComment(checker))),
      fields: fieldsOf(type),
      ...(atom && { atom }),
    };
  }

  function exported(file: string): readonly ts.Symbol[] {
    const source = program.getSourceFile(path.join(root, file));
    const module = source && checker.getSymbolAtLocation(source);
    return module ? checker.getExportsOfModule(module) : [];
  }

  return {
    exportsOf: (file) =>
      exported(file)
        .filter((symbol) => resolve(symbol).flags & ts.SymbolFlags.Value)
        .map(describe),
    membersOf(file, name) {
      const symbol = exported(file).find((each) => each.name === name);
      const type = symbol && checker.getDeclaredTypeOfSymbol(resolve(symbol));
      return type ? checker.getPropertiesOfType(type).map(describe) : [];
    },
  };
}
