import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A change of one place, which a test should notice. */
export interface Mutation {
  readonly part: string;
  file: string;
  /** The statement around the place, by which it is found when lines have moved. */
  readonly context: string;
  /** Place in the context, in characters. */
  readonly offset: number;
  readonly original: string;
  readonly mutated: string;
  /** The test that fails, or `nothing`; undefined until it was tried. */
  noticed?: string;
}

/** Parts of the sources: folder, number of places, and the specs that exercise it. */
const parts: readonly [folder: string, places: number, journeys: string][] = [
  [
    'shell/src',
    7,
    'first-words loading navigation failures failed-start slow-start prerendered fragments',
  ],
  [
    'packages/federation',
    6,
    'releases-fallback releases-hang failures loading configuration fragments',
  ],
  ['packages/state', 6, 'session tabs-and-offline checkout addresses'],
  ['mfe-account', 4, 'account session addresses'],
  ['mfe-catalog', 5, 'browse navigation prerendered slow-start'],
  ['mfe-checkout', 6, 'checkout payment tabs-and-offline'],
  ['mfe-devtools', 5, 'devtools request-tester overrides'],
  ['packages/devtools-bridge', 1, 'devtools overrides'],
  ['mock-server', 4, 'breakages checkout session browse'],
  ['api-server/src', 6, 'checkout addresses two-devices api-restart'],
  ['packages/release', 6, 'releases serving security prerendered'],
  ['packages/cli', 2, 'packed-packages other-bundlers loading'],
  ['packages/ui', 1, 'browse account checkout'],
  ['packages/domain', 1, 'browse checkout'],
];

export const journeysOf = (part: string): readonly string[] =>
  parts.find(([folder]) => folder === part)?.[2].split(' ') ?? [];

const flipped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
};

/**
 * Returns the part of a node to replace, and its replacement: a boundary moved, a condition inverted, a statement
 * removed.
 */
function change(node: ts.Node, source: ts.SourceFile): [ts.Node, string] | undefined {
  if (ts.isBinaryExpression(node)) {
    const other = flipped[node.operatorToken.getText(source)];
    return other === undefined ? undefined : [node.operatorToken, other];
  }
  if (ts.isIfStatement(node)) return [node.expression, `!(${node.expression.getText(source)})`];
  if (ts.isConditionalExpression(node)) {
    return [node.condition, `!(${node.condition.getText(source)})`];
  }
  return ts.isExpressionStatement(node) ? [node, ';'] : undefined;
}

/** Returns the possible mutations of one file, in statements that occur only once in the sources. */
function changesOf(part: string, file: string, text: string, all: string): Mutation[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const visit = (node: ts.Node): void => {
    ts.forEachChild(node, visit);
    const [place, mutated] = change(node, source) ?? [];
    const statement = ts.findAncestor(node, ts.isStatement);
    if (!place || mutated === undefined || !statement) return;
    const context = statement.getText(source);
    if (context.length > 600 || all.split(context, 3).length !== 2) return;
    const offset = place.getStart(source) - statement.getStart(source);
    found.push({ part, file, context, offset, original: place.getText(source), mutated });
  };
  visit(source);
  return found;
}

/** Returns the sources whose behaviour tests prove, by path. */
function readSources(root: string): ReadonlyMap<string, string> {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' });
  const isOther =
    /\.(?:test|spec|bench|d)\.|\/(?:testing|e2e|templates|bench|chaos)\/|testing|test-support|-double|gallery|examples|scripts\/|\/messages/;
  const chosen = files
    .trim()
    .split('\n')
    .filter((file) => !isOther.test(file));
  return new Map(chosen.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

/** Returns the file that has the statement now, because it may have moved; if none has, the file that had it. */
export function findFile(root: string, { file, context }: Mutation): string {
  const sources = readSources(root);
  if (sources.get(file)?.includes(context)) return file;
  return [...sources].find(([, text]) => text.includes(context))?.[0] ?? file;
}

/** Draws places by the seed: in each part as many as `parts` says, each in a file of its own. */
export function pickMutations(root: string, seed: number): Mutation[] {
  const sources = readSources(root);
  const all = [...sources.values()].join('\n');
  const rank = (text: string) => createHash('sha256').update(`${seed} ${text}`).digest('hex');
  const byRank = <T>(items: readonly T[], key: (item: T) => string) =>
    items.toSorted((a, b) => rank(key(a)).localeCompare(rank(key(b))));
  return parts.flatMap(([part, places]) => {
    const files = byRank(
      [...sources.keys()].filter((file) => file.startsWith(part)),
      String,
    );
    const changes = files.map((file) => changesOf(part, file, sources.get(file) ?? '', all));
    return changes
      .flatMap((each) => byRank(each, ({ context, offset }) => context + offset).slice(0, 1))
      .slice(0, places);
  });
}
