import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ReleaseError } from '../release-error.ts';

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

/**
 * A Chromium that runs: the one that CHROMIUM_PATH names, else one of the system, else Playwright's own; undefined
 * when there is none. Throws a ReleaseError when CHROMIUM_PATH names one that does not run.
 */
export async function findChromium(): Promise<string | undefined> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && works(chosen)) return chosen;
  if (chosen) throw new ReleaseError(`CHROMIUM_PATH is ${chosen}, which does not run`);
  const found = installed().find(works);
  if (found !== undefined) return found;
  const { chromium } = await import('playwright-core');
  return [chromium.executablePath()].find(works);
}
