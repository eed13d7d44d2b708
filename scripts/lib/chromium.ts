import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findChromium, ReleaseError } from '@patchwork/release';
import { runTool } from './checks.ts';

const run = (command: string, args: string[]): boolean =>
  spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status === 0;

async function install(): Promise<string | undefined> {
  console.log('No Chromium is installed: asking Playwright for its own.');
  await runTool('playwright', ['install', 'chromium']);
  const own = await findChromium();
  if (own !== undefined) return own;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  console.log('That one does not run here: asking the system for one.');
  run('apt-get', ['update', '-qq']);
  for (const name of ['chromium-headless-shell', 'chromium']) {
    if (run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name])) break;
  }
  return findChromium();
}

/** Returns a Chromium that runs, and installs one if there is none. Throws a ReleaseError when none runs. */
export async function provideChromium(): Promise<string> {
  const found = (await findChromium()) ?? (await install());
  if (found !== undefined) return found;
  throw new ReleaseError('No Chromium runs here: install one, and name it with CHROMIUM_PATH');
}
