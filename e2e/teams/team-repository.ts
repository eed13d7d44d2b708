import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { parse } from 'yaml';
import { freePort } from '../../scripts/lib/local-server.ts';
import { tool } from '../../scripts/lib/workspace.ts';

import { expectHeading, putIntoBucket } from '../support.ts';
import { runIn } from './workspace-copy.ts';

const workspace = path.resolve(import.meta.dirname, '../..');
export const id = 'mfe-gift-notes';

/** A folder outside of the workspace, with the archives of the published packages. */
export interface Home {
  readonly folder: string;
  readonly archives: readonly string[];
  remove: () => Promise<void>;
}

/** Returns the archives of the published packages: newly packed ones, or those in the folder $PACKAGES. */
async function pack(folder: string, isChecked: boolean): Promise<string[]> {
  const packages = process.env.PACKAGES ?? path.join(folder, 'packages');
  if (!process.env.PACKAGES) {
    const tsx = path.join(workspace, 'node_modules/.bin/tsx');
    const unchecked = isChecked ? [] : ['--unchecked'];
    await runIn(workspace, tsx, ['scripts/packages.ts', '--to', packages, ...unchecked]);
  }
  return (await readdir(packages)).map((file) => path.join(packages, file));
}

/** Creates a folder for a team, with these archives or with newly packed ones, whose content is checked or not. */
export async function openHome(packed: readonly string[] | 'checked' | 'unchecked'): Promise<Home> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-team-'));
  return {
    folder,
    archives: typeof packed === 'string' ? await pack(folder, packed === 'checked') : packed,
    // A tool that still runs after another one has failed may add files meanwhile.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** Returns the git status of the shop's own repository, in which teams elsewhere must change nothing. */
export const shopRepositoryState = (): Promise<string> =>
  runIn(workspace, 'git', ['status', '--porcelain']);

export interface TeamRepository {
  readonly root: string;
  /** Runs a program in the repository; returns its output. Rejects with the output when it fails. */
  run: (command: string, ...args: string[]) => Promise<string>;
  /** Runs a tool that the repository has installed; resolves and rejects as `run` does. */
  tool: (name: string, ...args: string[]) => Promise<string>;
  patchwork: (...args: string[]) => Promise<string>;
  /** Starts a tool that runs until it is stopped. */
  start: (name: string, args: readonly string[], variables: NodeJS.ProcessEnv) => ChildProcess;
  /** Replaces a text in a file of the repository. Rejects if the file doesn't contain the text. */
  change: (file: string, from: string, to: string) => Promise<void>;
}

export function teamRepository(
  home: string,
  variables: NodeJS.ProcessEnv = {},
  name = id,
): TeamRepository {
  const root = path.join(home, name);
  // Unset, as pnpm has set it to the folder in which the tests were started.
  const env = { INIT_CWD: undefined, ...variables };
  const binary = (name: string) => tool(name, root);
  const run = (command: string, ...args: string[]) => runIn(root, command, args, env);
  return {
    root,
    run,
    tool: (name, ...args) => run(binary(name), ...args),
    patchwork: (...args) => run(binary('patchwork'), ...args),
    start: (name, args, more) =>
      spawn(binary(name), args, { cwd: root, env: { ...process.env, ...env, ...more } }),
    async change(file, from, to) {
      const text = await readFile(path.join(root, file), 'utf8');
      if (!text.includes(from)) throw new Error(`${file} has no “${from}”`);
      await writeFile(path.join(root, file), text.replaceAll(from, to));
    },
  };
}

interface Manifest {
  readonly name: string;
  readonly bin?: string | Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

const readManifest = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));

async function link(from: string, to: string): Promise<void> {
  await mkdir(path.dirname(to), { recursive: true });
  await symlink(await realpath(from), to);
}

/** Folder whose node_modules has the peers of the testing library, which pnpm installs by itself. */
const besideTestingLibrary = path.relative(
  workspace,
  path.join(realpathSync(path.join(workspace, 'node_modules/@testing-library/react')), '../../..'),
);

/**
 * Links a package's dependencies to the copies of the workspace's folders `installed`, in this order.
 * `into` is the folder whose node_modules has the links.
 */
async function linkDependencies(
  folder: string,
  installed: readonly string[],
  into = folder,
): Promise<void> {
  const { dependencies, devDependencies } = await readManifest(folder);
  const names = Object.keys({ ...dependencies, ...devDependencies });
  for (const name of names.filter((each) => !each.startsWith('@patchwork/'))) {
    const place = path.join('node_modules', name);
    const copies = [...installed, besideTestingLibrary].map((owner) =>
      path.join(workspace, owner, place),
    );
    await link(copies.find(existsSync) ?? place, path.join(into, place));
  }
}

/** Unpacks archives into a folder, as a package manager does, with the dependencies that they name and no others. */
async function unpack(archives: readonly string[], folder: string): Promise<void> {
  for (const archive of archives) {
    const [, name = ''] = /patchwork-(\w+)-/.exec(path.basename(archive)) ?? [];
    const target = path.join(folder, 'node_modules/@patchwork', name);
    await mkdir(target, { recursive: true });
    await runIn(folder, 'tar', ['-xzf', archive, '-C', target, '--strip-components=1']);
    const manifest = path.join(target, 'package.json');
    const { devDependencies: _ownTests, ...published } = await readManifest(target);
    await writeFile(manifest, JSON.stringify(published));
    await linkDependencies(target, [name, `platform/${name}`, '']);
  }
}

/** Links the commands of these packages in a folder, as npm does. */
async function linkCommands(folder: string, names: readonly string[]): Promise<void> {
  await mkdir(path.join(folder, 'node_modules/.bin'), { recursive: true });
  for (const name of names) {
    const owner = path.join(folder, 'node_modules', name);
    const { bin = {} } = await readManifest(owner);
    const commands = typeof bin === 'string' ? { [path.basename(name)]: bin } : bin;
    for (const [command, file] of Object.entries(commands)) {
      await chmod(path.join(owner, file), 0o755);
      await link(path.join(owner, file), path.join(folder, 'node_modules/.bin', command));
    }
  }
}

/**
 * Installs the packed packages for a repository, without a registry: in its folder, or in that of the workspace around
 * it. All other dependencies are links to the copies that this workspace has installed.
 */
async function installPacked(
  { root }: TeamRepository,
  { archives }: Home,
  into = root,
): Promise<void> {
  await unpack(archives, into);
  await linkDependencies(root, ['mfe-catalog', '', `examples/${path.basename(root)}`], into);
  await linkCommands(into, ['@patchwork/cli', '@rsbuild/core', 'typescript', 'vitest']);
}

/** Creates the folder of an npm workspace, and returns that of its packages. */
export async function makeWorkspace({ folder }: Home): Promise<string> {
  const packages = path.join(folder, 'team/packages');
  await mkdir(packages, { recursive: true });
  const manifest = { name: 'team', private: true, workspaces: ['packages/*'] };
  await writeFile(path.join(packages, '../package.json'), JSON.stringify(manifest));
  await runIn(packages, 'git', ['init', '--quiet', '..']);
  return packages;
}

/** Copies an example out of this workspace, and installs the packed packages in the copy. */
export async function copyLinkedExample(home: Home, name: string): Promise<TeamRepository> {
  const repository = teamRepository(home.folder, {}, name);
  await rm(repository.root, { recursive: true, force: true });
  await cp(path.join(workspace, 'examples', name), repository.root, {
    recursive: true,
    filter: (file) => !/^(?:node_modules|dist|dist-standalone)$/.test(path.basename(file)),
  });
  await installPacked(repository, home);
  return repository;
}

/**
 * Creates a team's remote with the packed command line, in an npm workspace that has the packed packages in its own
 * folder, as npm installs them.
 */
export async function makeLinkedRepository(home: Home, shop: string): Promise<TeamRepository> {
  const tool = path.join(home.folder, 'tool');
  await mkdir(tool);
  await unpack(
    home.archives.filter((file) => file.includes('patchwork-cli-')),
    tool,
  );
  await linkCommands(tool, ['@patchwork/cli']);
  const command = path.join(tool, 'node_modules/.bin/patchwork');
  const wishes = ['--shop', shop, '--port', String(await freePort()), '--install', 'none'];
  const packages = await makeWorkspace(home);
  await runIn(packages, command, ['new', id, ...wishes], { INIT_CWD: undefined });
  const repository = teamRepository(packages);
  await installPacked(repository, home, path.dirname(packages));
  return repository;
}

interface Step {
  readonly run?: string;
}

/** A job that runs the remote's code. */
export type Job = 'check' | 'preview' | 'release';

interface Workflow {
  readonly jobs: Readonly<Record<Job, { readonly steps: readonly Step[] }>>;
}

/** Returns a job's commands, in order, from the workflow that `patchwork new` wrote. */
export async function workflowCommands(root: string, job: Job): Promise<readonly string[]> {
  const text = await readFile(path.join(root, '.github/workflows/remote.yml'), 'utf8');
  return (parse(text) as Workflow).jobs[job].steps.flatMap(({ run }) => (run ? [run] : []));
}

/** Opens the remote's page as a new visitor, in `bucket` if it is given. */
async function visit(browser: Browser, url: string, bucket?: number): Promise<Page> {
  const context = await browser.newContext();
  if (bucket !== undefined) await putIntoBucket(context, bucket);
  const page = await context.newPage();
  await page.goto(`${url}/gift-notes`);
  return page;
}

export async function expectVisitorSees(
  browser: Browser,
  url: string,
  heading: string,
  bucket?: number,
): Promise<void> {
  const page = await visit(browser, url, bucket);
  await expectHeading(page, heading);
  await page.context().close();
}

/** Opens a remote's stand-alone page without a server: an invented origin answers with the remote's build. */
export async function openAlone(page: Page, piece: string, pathname: string): Promise<void> {
  await page.route('http://alone.example/**', async (route) => {
    const { pathname: file } = new URL(route.request().url());
    const name = path.extname(file) === '' ? 'index.html' : file;
    await route.fulfill({ path: path.join(piece, 'dist-standalone', name) });
  });
  await page.goto(`http://alone.example${pathname}`);
}
