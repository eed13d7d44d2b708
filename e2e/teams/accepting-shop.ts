import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { openIssuer } from '@patchwork/release/testing/issuer';
import { freePort, listen } from '../../scripts/lib/local-server.ts';
import { runIn } from './workspace-copy.ts';

const workspace = path.resolve(import.meta.dirname, '../..');
const tsx = path.join(workspace, 'node_modules/.bin/tsx');

/**
 * Serves a release folder in a process that accepts uploads, and issues tokens as GitHub does: `tokensOf` returns the
 * environment of a job that a repository's pipeline runs for a branch.
 */
export async function acceptUploads(release: string) {
  const issuer = await openIssuer();
  const port = await freePort();
  const metricsPort = await freePort();
  const url = `http://localhost:${port}`;
  const said: string[] = [];
  const server = spawn(tsx, ['scripts/serve.ts', '--accept'], {
    cwd: workspace,
    env: {
      ...{ ...process.env, PORT: String(port), RELEASE: release, SHOP_ORIGIN: url },
      ...{ ACCEPT_ISSUERS: issuer.url, METRICS_PORT: String(metricsPort) },
    },
  });
  await new Promise<void>((resolve, reject) => {
    const collect = (data: Buffer) => {
      said.push(String(data));
      if (said.join('').includes('The shop is served at')) resolve();
    };
    server.stdout.on('data', collect);
    server.stderr.on('data', collect);
    server.once('close', () => reject(new Error(said.join(''))));
  });
  const tokens = await listen(async ({ url: asked = '', headers }, response) => {
    const [, repository = '', ref = ''] =
      /^Bearer (\S+)@(\S+)$/.exec(headers.authorization ?? '') ?? [];
    const audience = new URL(asked, url).searchParams.get('audience') ?? '';
    response.end(JSON.stringify({ value: await issuer.issue(audience, { repository, ref }) }));
  });
  return {
    url,
    tokensOf: (repository: string, ref = 'refs/heads/main') => ({
      ACTIONS_ID_TOKEN_REQUEST_URL: `${tokens.url}/?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: `${repository}@${ref}`,
    }),
    /** Runs `patchwork` of this workspace in a folder outside of it. Rejects with the output when it fails. */
    patchwork: (folder: string, variables: NodeJS.ProcessEnv, ...args: string[]) =>
      runIn(folder, tsx, [path.join(workspace, 'platform/cli/src/main.ts'), ...args], {
        ...{ INIT_CWD: undefined, ...variables },
      }),
    async stop() {
      server.kill('SIGTERM');
      await Promise.all([once(server, 'close'), tokens.stop(), issuer.stop()]);
    },
  };
}
