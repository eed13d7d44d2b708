import { userInfo } from 'node:os';
import { git } from './git.ts';
import type { Author } from './record.ts';

/** As the variables of a run of GitHub Actions name it. */
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
    // A container may run under a number that has no name.
    return undefined;
  }
}

/**
 * Who runs a command and what is checked out: from the workflow, else from git, else from the system.
 * `pieces` are folders of the workspace; whether these or packages/ hold changes that are not committed
 * is a part of the answer.
 */
export async function readAuthor(
  workspace: string,
  pieces: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Author> {
  if (env.GITHUB_ACTIONS === 'true') return workflowAuthor(env);
  const [ident, commit, changes] = await Promise.all([
    git(workspace, 'var', 'GIT_AUTHOR_IDENT'),
    git(workspace, 'rev-parse', '--verify', 'HEAD'),
    git(workspace, 'status', '--porcelain', '--', ...pieces, 'packages'),
  ]);
  // git adds the time: “Ada <ada@shop.example> 1794000000 +0100”.
  const who = ident?.replace(/ \d+ [+-]\d+$/, '') ?? systemUser();
  return { ...(who && { who }), ...(commit && { commit, isDirty: Boolean(changes) }) };
}
