import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ReleaseError } from '@patchwork/release';
import { chromium } from '@playwright/test';
import { runTool } from './checks.ts';

/** The first, which has no window, took 0.6 times the processor time of the second for the same journeys. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

function installed(): string[] {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin'];
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .concat('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
}

/** A file that is there may still lack the libraries it needs. */
const works = (file: string): boolean =>
  existsSync(file) && spawnSync(file, ['--version'], { stdio: 'ignore' }).status === 0;

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

async function install(): Promise<string | undefined> {
  console.log('No Chromium is installed: asking Playwright for its own.');
  await runTool('playwright', ['install', 'chromium']);
  const own = chromium.executablePath();
  if (works(own)) return own;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('That one does not run here: asking the system for one.');
  run('apt-get', ['update', '-qq']);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])) break;
  }
  return installed().find(works);
}

/**
 * A Chromium that runs: the one that CHROMIUM_PATH names, else one of the system, else Playwright's
 * own, which is installed when there is none. Throws a ReleaseError when none runs.
 */
export async function provideChromium(): Promise<string> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (works(chosen)) return chosen;
    throw new ReleaseError(`CHROMIUM_PATH is ${chosen}, which does not run`);
  }
  const found = [...installed(), chromium.executablePath()].find(works) ?? (await install());
  if (found !== undefined) return found;
  throw new ReleaseError('No Chromium runs here: install one, and name it with CHROMIUM_PATH');
}
