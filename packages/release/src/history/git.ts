import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const GIT_TIMEOUT_MS = 10_000;

/** Returns what git prints; undefined where there is no git, no repository, or no answer. */
export async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    const options = { cwd: folder, timeout: GIT_TIMEOUT_MS };
    const { stdout } = await run('git', ['--no-optional-locks', ...args], options);
    return stdout.trim();
  } catch {
    return undefined;
  }
}
