import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import path from 'node:path';
import { runTool } from '../../scripts/lib/checks.ts';
import { root } from '../../scripts/lib/workspace.ts';

const file = path.join(root, 'docs/speed.md');
const [start, end] = ['<!-- figures: written by pnpm bench -->', '<!-- end of figures -->'];

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Where figures come from: the commit, the machine, and how busy it was. */
export function describeRun(runs: number, loadBefore: number): string {
  const changed = git('status', '--porcelain') === '' ? '' : ', with uncommitted changes';
  const [cpu] = cpus();
  const load = `${loadBefore.toFixed(1)} before, ${(loadavg()[0] ?? 0).toFixed(1)} after`;
  return [
    `Commit ${git('rev-parse', '--short', 'HEAD')}${changed}, ${new Date().toISOString().slice(0, 10)}.`,
    `${cpus().length} × ${cpu?.model}, Node ${process.versions.node}, load average ${load}.`,
    `${runs} loads of each, in turn; medians.`,
  ].join(' ');
}

/** Replaces the generated part of docs/speed.md. */
export async function writeDocument(text: string): Promise<void> {
  const document = readFileSync(file, 'utf8');
  const [before] = document.split(start);
  const [, after] = document.split(end);
  if (after === undefined) throw new Error(`${file} lacks “${start}” or “${end}”`);
  writeFileSync(file, `${before}${start}\n\n${text}\n${end}${after}`);
  await runTool('biome', ['format', '--write', file]);
}
