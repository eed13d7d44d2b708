import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gt, inc, major, minor, type ReleaseType } from 'semver';
import ts from 'typescript';
import * as v from 'valibot';
import { parse } from 'yaml';
import { root } from './workspace.ts';

/** A module that a published package exports: as it is now, and as the last release had it. */
export interface PublicModule {
  /** '@patchwork/shop/ui' */
  readonly name: string;
  readonly source: string;
  /** The declarations that were written at the last release: `// 1.2.0` is their first line. */
  readonly released: string;
}

type Bump = 'major' | 'minor';

export interface Change {
  readonly needs: Bump;
  /** Change, as a sentence without its full stop. */
  readonly what: string;
}

const parsed = new Map<string, ts.SourceFile | undefined>();

/** Returns a compiler host that parses each file once for all modules that are compared. */
function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    getSourceFile(file, ...rest) {
      if (!parsed.has(file)) parsed.set(file, host.getSourceFile(file, ...rest));
      return parsed.get(file);
    },
  };
}

/** Returns the exports of a module, by the name that they are exported under. */
export const exportsOf = (program: ts.Program, file: string): Map<string, ts.Symbol> => {
  const checker = program.getTypeChecker();
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  return new Map(
    (module ? checker.getExportsOfModule(module) : []).map((symbol) => [
      symbol.name,
      symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol,
    ]),
  );
};

const isGeneric = (symbol: ts.Symbol): boolean =>
  symbol.declarations?.some(
    (node) =>
      (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) &&
      node.typeParameters !== undefined,
  ) ?? false;

const fits = (given: string, wanted: string): string =>
  `{ const given = null! as ${given}; const wanted: ${wanted} = given; }`;

/**
 * Returns lines that compile only if code that was written against the released module compiles against the present
 * one: a value must be assignable to the old one's type, and types must be assignable in both directions. Generic
 * types are left out: they depend on their arguments.
 */
function questionsOf(
  name: string,
  symbol: ts.Symbol,
  { source, released }: PublicModule,
): string[] {
  const [now, before] = [source, released].map((file) => `import(${JSON.stringify(file)})`);
  if (symbol.flags & ts.SymbolFlags.Value) {
    return [fits(`typeof ${now}.${name}`, `typeof ${before}.${name}`)];
  }
  if (isGeneric(symbol)) return [];
  return [fits(`${now}.${name}`, `${before}.${name}`), fits(`${before}.${name}`, `${now}.${name}`)];
}

/** Returns the compiler's options of this workspace. */
export function workspaceOptions(): ts.CompilerOptions {
  const file = path.join(root, 'tsconfig.json');
  const { config } = ts.readConfigFile(file, ts.sys.readFile);
  const own = { ...config, include: [], files: [] };
  const { options } = ts.parseJsonConfigFileContent(own, ts.sys, root, undefined, file);
  return { ...options, noUnusedLocals: false };
}

/** Returns a sentence for each name whose @deprecated tag does not say since when, and what takes its place. */
export function badDeprecations(
  { name, source }: PublicModule,
  options: ts.CompilerOptions,
): string[] {
  const program = ts.createProgram([source], options, hostOf(options));
  const checker = program.getTypeChecker();
  return [...exportsOf(program, source)].flatMap(([each, symbol]) => {
    const tag = symbol.getJsDocTags(checker).find((found) => found.name === 'deprecated');
    if (!tag || /^since \d+\.\d+: use \S/.test(ts.displayPartsToString(tag.text))) return [];
    return [`${each} of ${name} is deprecated: write “@deprecated since 1.2: use …”.`];
  });
}

/** Lists the changes in a module's public types since its last release. */
export function changesOf(
  module: PublicModule,
  options: ts.CompilerOptions,
  questionFile: string,
): Change[] {
  const { name, source, released } = module;
  const host = hostOf(options);
  const exports = ts.createProgram([source, released], options, host);
  const now = exportsOf(exports, source);
  const before = exportsOf(exports, released);
  const gone = [...before.keys()].filter((each) => !now.has(each));
  const added = [...now.keys()].filter((each) => !before.has(each));
  const questions = [...before].flatMap(([each, symbol]) =>
    now.has(each)
      ? questionsOf(each, symbol, module).map((statement) => ({ each, statement }))
      : [],
  );
  const text = [...questions.map(({ statement }) => statement), 'export {};'].join('\n');
  const asking: ts.CompilerHost = {
    ...host,
    getSourceFile: (file, ...rest) =>
      file === questionFile
        ? ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
        : host.getSourceFile(file, ...rest),
  };
  const program = ts.createProgram([questionFile, source, released], options, asking);
  const asked = program.getSourceFile(questionFile);
  const changed = program.getSemanticDiagnostics(asked).flatMap(({ start = 0, messageText }) => {
    const question = questions[asked?.getLineAndCharacterOfPosition(start).line ?? -1];
    const reason = ts.flattenDiagnosticMessageText(messageText, ' ').replaceAll(/\s+/g, ' ');
    return question ? [[question.each, reason.slice(0, 200)] as const] : [];
  });
  return [
    ...gone.map((each): Change => ({ needs: 'major', what: `${each} of ${name} is gone` })),
    ...[...new Map(changed)].map(
      ([each, reason]): Change => ({
        needs: 'major',
        what: `${each} of ${name} has another type (${reason})`,
      }),
    ),
    ...added.map((each): Change => ({ needs: 'minor', what: `${each} of ${name} is new` })),
  ];
}

const changesetSchema = v.record(v.string(), v.picklist(['major', 'minor', 'patch']));

/** Returns the version that a package will have: its package.json's, raised by the largest of its changesets. */
export function nextVersion(name: string, version: string, changesets: string): string {
  const files = existsSync(changesets) ? readdirSync(changesets) : [];
  const bumps = files
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .map((file) => readFileSync(path.join(changesets, file), 'utf8'))
    .map((text) =>
      v.parse(changesetSchema, parse(/^---\n(.*?)\n?---/s.exec(text)?.[1] ?? '') ?? {}),
    )
    .map((bump) => bump[name]);
  const order: readonly ReleaseType[] = ['major', 'minor', 'patch'];
  const largest = order.find((bump) => bumps.some((each) => each === bump));
  return (largest && inc(version, largest)) ?? version;
}

/** Returns the version whose declarations a file has. */
export const releasedVersion = (file: string): string =>
  /^\/\/ (\S+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '0.0.0';

/** Whether the step from one version to another is as large as a change needs. */
export function isEnough(needs: Bump, released: string, next: string): boolean {
  if (major(next) > major(released)) return true;
  return needs === 'minor' && gt(next, released) && minor(next) > minor(released);
}
