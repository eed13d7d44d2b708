import { hostname } from 'node:os';
import path from 'node:path';
import { git } from './git.ts';

/** 'github.com/acme/shop' of any way to write the address of a repository, without user and password. */
function repositoryOf(address: string): string | undefined {
  const [, host, name] =
    /^(?:\w+:\/\/)?(?:[^@/]*@)?([\w.-]+)(?::\d+)?[:/](.+?)(?:\.git)?\/?$/.exec(address) ?? [];
  return host?.includes('.') && name ? `${host}/${name}`.toLowerCase() : undefined;
}

/** The repository by its address or, without one, by its first commit, which copies of it have in common. */
async function identify(folder: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const { GITHUB_ACTIONS, GITHUB_SERVER_URL, GITHUB_REPOSITORY } = env;
  if (GITHUB_ACTIONS === 'true') return repositoryOf(`${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}`);
  const origin = repositoryOf((await git(folder, 'remote', 'get-url', 'origin')) ?? '');
  if (origin) return origin;
  const first = await git(folder, 'rev-list', '--max-parents=0', 'HEAD');
  return first ? `the repository that begins with commit ${first.slice(0, 12)}` : undefined;
}

/**
 * Names of the place that a build comes from: its repository, and its folder on this machine. A repository that gets
 * an address later is known by its folder, and one that is checked out elsewhere by its address.
 */
export async function readOwner(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string[]> {
  const repository = await identify(folder, env);
  // The folders of a workflow have the same names in every repository.
  const place = env.CI ? undefined : `${hostname()}:${path.resolve(folder)}`;
  return [repository, place].filter((name) => name !== undefined);
}
