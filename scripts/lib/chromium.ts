import { existsSync } from 'node:fs';
import { exitCode, start } from '@patchwork/cli/processes';
import { findChromium, ReleaseError } from '@patchwork/release';
import { runTool } from './checks.ts';

const APT = '/usr/bin/apt-get';

/** Runs Debian's package manager. Returns the exit code. */
const apt = (...args: string[]) =>
  exitCode(
    start(APT, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }),
  );

async function install(): Promise<string | undefined> {
  console.log('No Chromium is installed: asking Playwright for its own.');
  await runTool('playwright', ['install', 'chromium']);
  const own = await findChromium();
  if (own !== undefined) return own;
  if (process.getuid?.() !== 0 || !existsSync(APT)) return undefined;
  console.log('That one does not run here: asking the system for one.');
  await apt('update', '-qq');
  const options = ['-y', '-qq', '--no-install-recommends'];
  // Ubuntu has no headless shell.
  const code = await apt('install', ...options, 'chromium-headless-shell');
  if (code !== 0) await apt('install', ...options, 'chromium');
  return findChromium();
}

/** Returns the path of a Chromium that starts, and installs one if necessary. Throws a ReleaseError if none starts. */
export async function provideChromium(): Promise<string> {
  const found = (await findChromium()) ?? (await install());
  if (found !== undefined) return found;
  throw new ReleaseError('No Chromium runs here: install one, and name it with CHROMIUM_PATH');
}
