import { execFile } from 'node:child_process';
import { hostname, userInfo } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Author } from '../release-folder/history.ts';

const run = promisify(execFile);
const GIT_TIMEOUT_MS = 10_000;

/** Returns git's output; undefined if git is missing or fails. */
async function git(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    const options = { cwd: folder, timeout: GIT_TIMEOUT_MS };
    const { stdout } = await run('git', ['--no-optional-locks', ...args], options);
    return stdout.trim();
  } catch {
    return undefined;
  }
}

function workflowAuthor(env: NodeJS.ProcessEnv): Author {
  const { GITHUB_ACTOR, GITHUB_SHA, GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_RUN_ID } = env;
  const address = `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/actions/runs/${GITHUB_RUN_ID}`;
  return {
    ...(GITHUB_ACTOR && { who: GITHUB_ACTOR }),
    ...(GITHUB_SHA && { commit: GITHUB_SHA }),
    ...(GITHUB_RUN_ID && { run: address }),
  };
}

function systemUser(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    // In a container, the user id may have no name.
    return undefined;
  }
}

/**
 * Reads who runs a command, and the checked-out commit: on GitHub from the workflow, else from git; without git, only
 * the system's user name. From git, the result also says whether the work tree has uncommitted changes.
 */
export async function readAuthor(
  workspace: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<Author> {
  if (env.GITHUB_ACTIONS === 'true') return workflowAuthor(env);
  const [ident, commit, changes] = await Promise.all([
    git(workspace, 'var', 'GIT_AUTHOR_IDENT'),
    git(workspace, 'rev-parse', '--verify', 'HEAD'),
    git(workspace, 'status', '--porcelain'),
  ]);
  // git adds the time: “Ada <ada@shop.example> 1794000000 +0100”.
  const who = ident?.replace(/ \d+ [+-]\d+$/, '') ?? systemUser();
  return { ...(who && { who }), ...(commit && { commit, isDirty: Boolean(changes) }) };
}

/**
 * Returns host and path of a repository, 'github.com/acme/shop', from any form of its URL, without user and password;
 * undefined for a local path.
 */
function repositoryOf(address: string): string | undefined {
  // Only an address with a scheme may have a port: the path of git@github.com:123/shop begins with 123.
  const [, host, name] =
    /^\w+:\/\/(?:[^@/]*@)?([\w.-]+)(?::\d+)?\/(.+?)(?:\.git)?\/?$/.exec(address) ??
    /^(?:[^@/]*@)?([\w.-]+):(?!\/\/)(.+?)(?:\.git)?\/?$/.exec(address) ??
    [];
  return host?.includes('.') && name ? `${host}/${name}`.toLowerCase() : undefined;
}

/** Identifies the repository by its URL or, without one, by its first commit, which all clones share. */
async function identify(folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { GITHUB_ACTIONS, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = env;
  if (GITHUB_ACTIONS === 'true') return repositoryOf(`${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`);
  const origin = repositoryOf((await git(folder, 'remote', 'get-url', 'origin')) ?? '');
  if (origin) return origin;
  const first = await git(folder, 'rev-list', '--max-parents=0', 'HEAD');
  return first ? `the repository that begins with commit ${first.slice(0, 12)}` : undefined;
}

/**
 * Returns the names of a folder's repository: its URL, if it has one, and its folder on this machine, except in CI.
 * With two names, a repository that gets a URL later, or is checked out elsewhere, is still recognized.
 */
export async function readRepository(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string[]> {
  const repository = await identify(folder, env);
  // CI workflows have the same folder names in every repository.
  const place = env.CI ? undefined : `${hostname()}:${path.resolve(folder)}`;
  return [repository, place].filter((name) => name !== undefined);
}
