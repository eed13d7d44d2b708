import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { exportsIn } from '@patchwork/release/compiler';
import { gt, inc, major, minor, type ReleaseType } from 'semver';
import ts from 'typescript';
import * as v from 'valibot';
import { parse } from 'yaml';

/** Module of a published package, as it is now and in its last release. */
export interface PublicModule {
  /** Import name: '@patchwork/shop/ui'. */
  readonly name: string;
  readonly source: string;
  /** Path of the last release's declarations. The first line of the file is the version: `// 1.2.0`. */
  readonly released: string;
}

type Bump = 'major' | 'minor';

export interface Change {
  readonly needs: Bump;
  /** Description of the change, as a sentence without its full stop. */
  readonly what: string;
}

const parsed = new Map<string, ts.SourceFile | undefined>();

/** Returns a compiler host that parses each file only once for all compared modules. */
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

const isGeneric = (symbol: ts.Symbol): boolean =>
  symbol.declarations?.some(
    (node) =>
      (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) &&
      node.typeParameters !== undefined,
  ) ?? false;

const fits = (given: string, wanted: string): string =>
  `{ const given = null! as ${given}; const wanted: ${wanted} = given; }`;

/**
 * Returns source lines that compile only if code written against the released module still compiles: values must be
 * assignable to their old type, and types in both directions. Generic types are skipped, because they depend on their
 * arguments.
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

/** Lists names whose @deprecated tag doesn't say since when or what to use instead, one sentence each. */
export function badDeprecations(
  { name, source }: PublicModule,
  options: ts.CompilerOptions,
): string[] {
  const program = ts.createProgram([source], options, hostOf(options));
  const checker = program.getTypeChecker();
  return [...exportsIn(program, source)].flatMap(([each, symbol]) => {
    const tag = symbol.getJsDocTags(checker).find((found) => found.name === 'deprecated');
    if (!tag || /^since \d+\.\d+: use \S/.test(ts.displayPartsToString(tag.text))) return [];
    return [`${each} of ${name} is deprecated: write “@deprecated since 1.2: use …”.`];
  });
}

/** Lists how a module's public types differ from its last release. `questionFile` is the path of a file in memory. */
export function changesOf(
  module: PublicModule,
  options: ts.CompilerOptions,
  questionFile: string,
): Change[] {
  const { name, source, released } = module;
  const host = hostOf(options);
  const exports = ts.createProgram([source, released], options, host);
  const now = exportsIn(exports, source);
  const before = exportsIn(exports, released);
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

/** Returns a package's next version: the current one, raised by its largest bump in the folder `changesets`. */
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

/** Reads the version from a file of released declarations; '0.0.0' if the file doesn't begin with one. */
export const releasedVersion = (file: string): string =>
  /^\/\/ (\S+)/.exec(readFileSync(file, 'utf8'))?.[1] ?? '0.0.0';

/** Whether the difference between two versions is at least as large as a change requires. */
export function isEnough(needs: Bump, released: string, next: string): boolean {
  if (major(next) > major(released)) return true;
  return needs === 'minor' && gt(next, released) && minor(next) > minor(released);
}
