import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exitCode, start } from '@patchwork/cli/processes';
import { isBuilt, overBudget, type Weight, weighBuild } from '@patchwork/release';
import { weighFirstScripts } from './first-scripts.ts';
import { problemsOfPublicTypes } from './packages.ts';
import { type Counts, countVitest, type Tally, tally } from './tally.ts';
import { type Piece, readPieces, root, tool } from './workspace.ts';

/** Runs a tool of the workspace with its output on the terminal. Returns the exit code. */
export const runTool = (
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> =>
  exitCode(start(tool(name), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }));

const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'));
const folders = [
  ...['shop', 'kit', 'platform', 'shell', 'mock-server', 'api-server', 'e2e', 'scripts', 'tools'],
  'examples/another-host',
  ...remotes,
];

const tools: readonly [name: string, tool: string, args: readonly string[]][] = [
  ['format and lint', 'biome', ['ci', '.']],
  ['directions', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...folders]],
  ['nothing unused', 'knip', ['--no-config-hints']],
  // One checker, because the unit tests have the other processor.
  ['types', 'tsc', ['--noEmit', '-p', '.', '--checkers', '1']],
];

/** Runs tests that write a JSON report to `file`, and counts them. Without a report, `counts` is undefined. */
export async function countTests(
  count: (report: unknown) => Counts,
  run: (file: string) => Promise<number>,
): Promise<{ code: number; counts: Counts | undefined }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-report-'));
  try {
    const file = path.join(folder, 'report.json');
    const code = await run(file);
    const report = await readFile(file, 'utf8').catch(() => undefined);
    return { code, counts: report === undefined ? undefined : count(JSON.parse(report)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unitTests(
  since: string | undefined,
  env: NodeJS.ProcessEnv,
  ...options: readonly string[]
) {
  const { code, counts } = await countTests(countVitest, (file) => {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const chosen = since === undefined ? [] : [`--changed=${since}`, '--passWithNoTests'];
    return runTool('vitest', ['run', ...options, ...reporters, ...chosen], env);
  });
  // A change that no test imports runs none, which is no failure.
  const isNone = since !== undefined && counts?.passed === 0 && counts.failed === 0;
  return { code, counts: isNone ? undefined : counts };
}

/** Runs a tool in parallel with the unit tests, and prints its output when it has ended. */
async function runAside(name: string, args: readonly string[]): Promise<number> {
  const child = start(tool(name), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const written: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => written.push(data));
  }
  const code = await exitCode(child);
  if (written.length > 0) console.log(`\n── ${name}\n${Buffer.concat(written)}`);
  return code;
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** Formats the size of a page: 'mfe-catalog   home    14.2 kB of 15.0 kB'. */
function line(piece: string, { name, bytes, budget }: Weight): string {
  const limit = budget === undefined ? 'no budget' : `of ${kilobytes(budget)}`;
  return `${piece.padEnd(14)} ${name.padEnd(16)} ${kilobytes(bytes).padStart(9)} ${limit}`;
}

/**
 * Prints the bytes that a visitor downloads for each page of a built piece and, for the shell, for each part of its first
 * scripts. Returns false if any is over budget.
 */
async function checkPiece({ name, folder }: Piece): Promise<boolean> {
  if (!(await isBuilt(name, folder))) {
    console.log(`${name.padEnd(14)} not measured: it is not built, or was changed since`);
    return true;
  }
  const ofParts = name === 'shell' ? await weighFirstScripts(folder) : [];
  const weights = [...(await weighBuild({ name, folder })), ...ofParts];
  for (const weight of weights) console.log(line(name, weight));
  const field =
    name === 'shell' ? 'its budget in shell/shell.json' : `the budgets in ${name}/remote.json`;
  const problems = weights.map((weight) => overBudget(weight, field)).filter(Boolean);
  for (const problem of problems) console.error(`${name}, ${problem}`);
  return problems.length === 0;
}

/** Checks the existing builds against the budgets. Returns the exit code. */
async function checkBudgets(): Promise<number> {
  let code = 0;
  for (const piece of readPieces()) if (!(await checkPiece(piece))) code = 1;
  return code;
}

async function checkSources(): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const [name, command, args] of tools) {
    tallies.push(await tally(name, async () => ({ code: await runAside(command, args) })));
  }
  tallies.push(
    await tally('public types', async () => {
      const problems = await problemsOfPublicTypes();
      for (const problem of problems) console.error(problem);
      return { code: problems.length > 0 ? 1 : 0 };
    }),
  );
  tallies.push(await tally('budgets', async () => ({ code: await checkBudgets() })));
  return tallies;
}

/** Runs all unit tests. `where` is added to the names of the two steps. */
export const runUnitTests = (
  where = '',
  env: NodeJS.ProcessEnv = process.env,
  since?: string,
): Promise<Tally[]> =>
  Promise.all([
    tally(`unit tests${where}`, () => unitTests(since, env, '--project=!waiting*')),
    tally(`tests that wait${where}`, () =>
      unitTests(since, env, '--project=waiting*', '--maxWorkers=1'),
    ),
  ]);

/**
 * Runs every check that needs neither a build nor a browser; a failure doesn't stop the others. With a commit, limits
 * the unit tests to those that import a file changed since that commit.
 */
export async function runChecks(since?: string): Promise<Tally[]> {
  const [sources, tests] = await Promise.all([
    checkSources(),
    runUnitTests('', process.env, since),
  ]);
  return [...sources, ...tests];
}
