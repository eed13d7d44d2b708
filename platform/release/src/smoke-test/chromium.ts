import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type * as Playwright from 'playwright-core';
import type { Browser } from 'playwright-core';
import { ReleaseError } from '../errors.ts';

/**
 * Names of Chromium's executables. The headless shell is first: without a window around each page, it takes a fifth
 * less processor time.
 */
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

/** Loads Playwright on demand. Node would search it for its exports if it were imported, which takes as long again. */
const playwright = (): typeof Playwright => createRequire(import.meta.url)('playwright-core');

/** Whether a browser exists and starts: libraries that it needs may be missing. */
const works = async (file: string): Promise<boolean> =>
  existsSync(file) &&
  promisify(execFile)(file, ['--version']).then(
    () => true,
    () => false,
  );

/**
 * Finds a working Chromium: the one in CHROMIUM_PATH, else one of the system, else Playwright's; undefined if there is
 * none. Throws a ReleaseError if the one in CHROMIUM_PATH doesn't start.
 */
export async function findChromium(): Promise<string | undefined> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && (await works(chosen))) return chosen;
  if (chosen) throw new ReleaseError(`CHROMIUM_PATH is ${chosen}, which does not run`);
  for (const file of installed()) if (await works(file)) return file;
  const own = playwright().chromium.executablePath();
  return (await works(own)) ? own : undefined;
}

/** Starts a Chromium. Root can't have its sandbox. */
export async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = playwright();
  const isRoot = process.getuid?.() === 0;
  const args = ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath, args });
}

/** Closes a browser that is starting or running, if it has started. */
export const close = (launching: Promise<Browser>): Promise<void> =>
  launching.then(
    (browser) => browser.close(),
    () => undefined,
  );
