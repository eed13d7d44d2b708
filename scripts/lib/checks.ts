import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exitCode, start } from './processes.ts';
import { countVitest, readReport, type Tally, tally } from './tally.ts';
import { root, tool } from './workspace.ts';

/** Runs a tool in the workspace, its output on the terminal; returns its exit code. */
export const runTool = (
  name: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> =>
  exitCode(start(tool(name), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] }));

const remotes = readdirSync(root).filter((name) => name.startsWith('mfe-'));
const folders = ['packages', 'shell', 'mock-server', 'scripts', ...remotes];

const tools: readonly [name: string, tool: string, args: readonly string[]][] = [
  ['format and lint', 'biome', ['ci', '.']],
  ['directions', 'depcruise', ['--config', '.dependency-cruiser.cjs', ...folders]],
  ['nothing unused', 'knip', ['--no-config-hints']],
  ['types', 'tsc', ['--noEmit', '-p', '.']],
];

/** Gives a temporary folder to a step that writes a report. */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-report-'));
  return use(folder).finally(() => rm(folder, { recursive: true, force: true }));
}

const unitTests = (since: string | undefined) =>
  withTemporaryFolder(async (folder) => {
    const file = path.join(folder, 'vitest.json');
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const chosen = since === undefined ? [] : [`--changed=${since}`, '--passWithNoTests'];
    const code = await runTool('vitest', ['run', ...reporters, ...chosen]);
    const report = await readReport(file);
    return { code, counts: report === undefined ? undefined : countVitest(report) };
  });

/**
 * Runs all checks that need neither a build nor a browser, also after a failure. With a commit, only
 * the unit tests that import something that was changed since.
 */
export async function runChecks(since?: string): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const [name, command, args] of tools) {
    tallies.push(await tally(name, async () => ({ code: await runTool(command, args) })));
  }
  tallies.push(await tally('unit tests', () => unitTests(since)));
  return tallies;
}
