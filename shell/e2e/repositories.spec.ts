import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/lib/local-server.ts';
import { addressOf } from './development-server.ts';
import { expect, test } from './support.ts';

const workspace = path.resolve(import.meta.dirname, '../..');
const id = 'mfe-gift-notes';

/** Status of this repository in git: teams elsewhere change nothing in it. */
async function repositoryState(): Promise<string> {
  const { stdout } = await promisify(execFile)('git', ['status', '--porcelain'], {
    cwd: workspace,
  });
  return stdout;
}

/** Archives of the published packages: those that `pnpm packages` made in the folder PACKAGES, or new ones. */
async function packPackages(home: string): Promise<string[]> {
  const folder = process.env.PACKAGES ?? path.join(home, 'packages');
  if (!process.env.PACKAGES) {
    const tsx = path.join(workspace, 'node_modules/.bin/tsx');
    await promisify(execFile)(tsx, ['scripts/packages.ts', '--to', folder], { cwd: workspace });
  }
  return (await readdir(folder)).map((file) => path.join(folder, file));
}

/** A private registry on this machine for the packages of the shop; all others come from the usual one. */
async function openRegistry(home: string) {
  const port = await freePort();
  const config = path.join(home, 'registry.yaml');
  const npmrc = path.join(home, 'npmrc');
  await writeFile(
    config,
    `storage: ./storage\npackages:\n  '@patchwork/*': { access: $all, publish: $all }\nlog: { type: stdout, level: error }\n`,
  );
  await writeFile(
    npmrc,
    `@patchwork:registry=http://127.0.0.1:${port}/\n//127.0.0.1:${port}/:_authToken=anyone\n`,
  );
  const verdaccio = path.join(workspace, 'node_modules/.bin/verdaccio');
  const args = ['--config', config, '--listen', `127.0.0.1:${port}`];
  const server = spawn(verdaccio, args, { cwd: home, stdio: 'ignore' });
  await expect(async () => {
    expect((await fetch(`http://127.0.0.1:${port}/-/ping`)).ok).toBe(true);
  }).toPass();
  return { npmrc, server, registry: `http://127.0.0.1:${port}/` };
}

for (const manager of ['npm', 'pnpm'] as const) {
  test(`a team in a repository of its own, with ${manager}: from nothing to a rollback`, async ({
    page,
    openRelease,
  }) => {
    test.setTimeout(900_000);
    const { folder: release, url } = await openRelease();
    const before = await repositoryState();
    const home = await mkdtemp(path.join(tmpdir(), 'patchwork-team-'));
    const { npmrc, server, registry } = await openRegistry(home);
    const root = path.join(home, id);
    const env = {
      ...process.env,
      NPM_CONFIG_USERCONFIG: npmrc,
      INIT_CWD: undefined,
    };
    /** Runs a command as the team's terminal does; returns what it wrote. */
    async function run(cwd: string, command: string, ...args: string[]): Promise<string> {
      const { stdout } = await promisify(execFile)(command, args, { cwd, env });
      return stdout;
    }
    const patchwork = (...args: string[]) =>
      run(root, path.join(root, 'node_modules/.bin/patchwork'), ...args);
    try {
      for (const archive of await packPackages(home)) {
        await run(home, 'npm', 'publish', archive);
      }
      // Not with npx, which may have kept the command line of an earlier run.
      await run(home, 'npm', 'install', '--prefix', 'tool', '@patchwork/cli');
      const tool = path.join(home, 'tool/node_modules/.bin/patchwork');
      const wishes = ['--shop', url, '--registry', registry, '--install', manager];
      await run(home, tool, 'new', id, ...wishes);
      expect(await readdir(root)).toContain(
        manager === 'npm' ? 'package-lock.json' : 'pnpm-lock.yaml',
      );
      expect(await patchwork('types')).toContain('takes of @patchwork/shop: Link,');
      await run(root, path.join(root, 'node_modules/.bin/tsc'), '--noEmit', '-p', '.');
      expect(await run(root, 'npm', 'test')).toMatch(/Tests .*2 passed/);
      expect(await patchwork('check', '--build')).toContain(`${id} can be deployed`);

      const binary = path.join(root, 'node_modules/.bin/patchwork');
      const dev = spawn(binary, ['dev'], { cwd: root, env: { ...env, PORT: '0' } });
      await page.goto(`${await addressOf(dev)}/gift-notes`);
      await expect(page.locator(`[data-boundary="${id}"]`)).toHaveAttribute(
        'data-version',
        'development',
      );
      await page.goto('about:blank');
      dev.kill('SIGTERM');
      await once(dev, 'close');

      await patchwork('publish', '--to', release);
      await page.goto(`${url}/gift-notes`);
      await expect(page.getByRole('heading', { level: 1, name: 'Gift notes' })).toBeVisible();

      const source = path.join(root, 'src/features/gift-notes/GiftNotesPage.tsx');
      const text = await readFile(source, 'utf8');
      await writeFile(source, text.replace('<PageHeading>Gift notes', '<PageHeading>New notes'));
      const canary = await patchwork('canary', id, '10', '--build', '--to', release);
      expect(canary).toContain('10 % of the visitors get');
      await patchwork('promote', id, '--to', release);
      await page.goto(`${url}/gift-notes`);
      await expect(page.getByRole('heading', { level: 1, name: 'New notes' })).toBeVisible();
      await patchwork('rollback', id, '--to', release);
      await page.goto(`${url}/gift-notes`);
      await expect(page.getByRole('heading', { level: 1, name: 'Gift notes' })).toBeVisible();
      expect(await patchwork('list', '--shop', url)).toContain(id);
      expect(await repositoryState()).toBe(before);
    } finally {
      server.kill();
      await rm(home, { recursive: true, force: true });
    }
  });
}
