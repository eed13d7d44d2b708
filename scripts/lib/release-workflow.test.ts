import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './workspace.ts';

interface Job {
  readonly if?: string;
  /** Workflow to call instead of running steps. */
  readonly uses?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps?: readonly {
    readonly name?: string;
    readonly uses?: string;
    readonly run?: string;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const readText = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

const readWorkflow = async (name: string): Promise<Workflow> =>
  parse(await readText(`.github/workflows/${name}.yml`));

const releaseFlow = await readWorkflow('release');
const previewFlow = await readWorkflow('preview');
const handOverFlow = await readWorkflow('hand-over');
const steps = [releaseFlow, previewFlow, handOverFlow].flatMap(({ jobs }) =>
  Object.values(jobs).flatMap((job) => job.steps ?? []),
);
const commandsIn = (all: typeof steps): string => all.map(({ run = '' }) => run).join('\n');

test('jobs that run the code of a pull request can’t write, and keep no credentials', () => {
  expect(releaseFlow.permissions).toEqual({});
  expect(Object.keys(releaseFlow.jobs)).toEqual(['check', 'release', 'preview']);
  expect(releaseFlow.jobs.check?.permissions).toEqual({ contents: 'read' });
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts).toHaveLength(3);
  for (const checkout of checkouts) expect(checkout.with?.['persist-credentials']).toBe(false);
});

test('a pull request releases nothing, and one from a fork or a bot gets no preview', () => {
  expect(releaseFlow.jobs.release?.uses).toBe('./.github/workflows/hand-over.yml');
  expect(releaseFlow.jobs.release?.if).toContain("github.event_name != 'pull_request'");
  expect(releaseFlow.jobs.preview?.if).toContain('head.repo.full_name == github.repository');
  expect(releaseFlow.jobs.preview?.if).toContain("user.type != 'Bot'");
});

test('a preview is made by the code of the base branch, which can’t write either', () => {
  expect(previewFlow.permissions).toEqual({});
  expect(previewFlow.jobs.move?.permissions).toEqual({ contents: 'read' });
  const [checkout] = previewFlow.jobs.move?.steps ?? [];
  expect(checkout?.with?.ref).toContain('github.event.pull_request.base.ref');
});

test('jobs that can write run no code of the workspace', () => {
  const jobs = [handOverFlow.jobs['hand-over'], previewFlow.jobs.comment];
  expect(jobs.map((job) => job?.permissions)).toEqual([
    { contents: 'write' },
    { 'pull-requests': 'write' },
  ]);
  const commands = commandsIn(jobs.flatMap((job) => job?.steps ?? []));
  expect(commands).not.toMatch(/\b(?:pnpm|npm|npx|node|corepack)\b/);
});

test('no script of the workflow contains an expression, whose value could be a command', () => {
  expect(commandsIn(steps)).not.toContain('${{');
});

test('every command of pnpm in the workflow exists', async () => {
  const { scripts, devDependencies } = JSON.parse(await readText('package.json'));
  const tools = { ...scripts, playwright: devDependencies['@playwright/test'] };
  const asked = [...commandsIn(steps).matchAll(/pnpm (?:--silent )?([a-z]+)/g)].map(
    ([, name]) => name,
  );
  const [first, ...others] = [...new Set(asked)];
  expect(first).toBe('install');
  expect(others).toEqual(['touched', 'check', 'release', 'playwright']);
  expect(others.filter((name) => !(String(name) in tools))).toEqual([]);
});

/** Creates a clone with one commit, and its origin beside it. */
async function makeClone() {
  const home = await temporaryFolder();
  const folder = path.join(home, 'clone');
  const release = path.join(folder, '.release');
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();
  execFileSync('git', ['init', '--quiet', '--bare', path.join(home, 'origin')]);
  execFileSync('git', ['clone', '--quiet', path.join(home, 'origin'), folder], { stdio: 'pipe' });
  await writeFile(path.join(folder, '.gitignore'), '.release/\ndist/\n');
  git('add', '.');
  git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '-m', 'first');
  const environment = {
    ...process.env,
    RELEASE_BRANCH: 'release',
    RUNNER_TEMP: home,
    GITHUB_SHA: git('rev-parse', 'HEAD'),
    GITHUB_WORKSPACE: folder,
    GITHUB_OUTPUT: path.join(home, 'output'),
    PIECES: 'shell mfe-catalog',
    NAME: 'pr-42',
  };
  /** Runs a step of the workflow like a runner. */
  function step(name: string, variables?: Readonly<Record<string, string>>): void {
    const script = steps.find((each) => each.name === name)?.run;
    if (script === undefined) throw new Error(`the workflow has no step “${name}”`);
    const env = { ...environment, ...variables };
    execFileSync('bash', ['-e', '-c', script], { cwd: folder, env, stdio: 'pipe' });
  }
  /** Returns the outputs that steps have written since the last call. */
  async function outputs(): Promise<string> {
    const written = await readFile(environment.GITHUB_OUTPUT, 'utf8').catch(() => '');
    await rm(environment.GITHUB_OUTPUT, { force: true });
    return written;
  }
  /** Returns the commit of the live release, from the last step's outputs; '' if there is none. */
  const liveCommit = async () => /^live=(.*)$/m.exec(await outputs())?.[1] ?? '';
  const write = (files: Record<string, string>) => writeFiles(release, files);
  return { folder, release, git, step, outputs, liveCommit, write };
}

test('a release is pushed to its branch and fetched from there by the next run', async () => {
  const { release, git, step, liveCommit, write } = await makeClone();
  /** Passes the release on to a job in another folder, as the workflow does. */
  async function passOn(): Promise<void> {
    const live = await liveCommit();
    step('Pack the release');
    await rm(release, { recursive: true });
    step('Unpack the release');
    step('Hand over', { LIVE: live, MESSAGE: 'Release shell mfe-catalog', TAG: 'true' });
  }
  step('Fetch what is live');
  const lock = { '.lock/1/owner.json': 'held' };
  await write({ 'registry.json': '{}', 'remotes/dist/entry.js': 'one', ...lock });
  await passOn();
  expect(git('ls-tree', '-r', '--name-only', 'origin/release').split('\n')).toEqual([
    'registry.json',
    'remotes/dist/entry.js',
  ]);
  expect(git('log', '-1', '--format=%s', 'origin/release')).toBe('Release shell mfe-catalog');
  expect(git('ls-remote', 'origin', 'refs/tags/released')).toContain(git('rev-parse', 'HEAD'));
  expect(git('status', '--porcelain')).toBe('');

  await rm(release, { recursive: true });
  step('Fetch what is live');
  expect(await readFile(path.join(release, 'remotes/dist/entry.js'), 'utf8')).toBe('one');
  await write({ 'remotes/dist/other.js': 'two' });
  await passOn();
  expect(git('rev-list', '--count', 'origin/release')).toBe('2');
});

test('a folder that was made before another release is not pushed', async () => {
  const { release, git, step, liveCommit, write } = await makeClone();
  await write({ 'registry.json': 'first' });
  const first = { LIVE: '', MESSAGE: 'Release one', TAG: 'false' };
  step('Hand over', first);
  await rm(release, { recursive: true });
  step('Fetch what is live');
  const live = await liveCommit();
  await write({ 'registry.json': 'rolled back meanwhile' });
  step('Hand over', { ...first, LIVE: live });
  await write({ 'registry.json': 'made before that' });
  expect(() => step('Hand over', { ...first, LIVE: live })).toThrow('rejected');
  expect(() => step('Hand over', first)).toThrow('rejected');
  expect(git('show', 'origin/release:registry.json')).toBe('rolled back meanwhile');
});

/** Creates a `pnpm` that writes its arguments to a file, prints a word and exits with `code`. */
async function fakePnpm(folder: string, code: number): Promise<Record<string, string>> {
  const script = `#!/bin/bash\nprintf "<%s>" "$@" > "${folder}/asked"\necho said\nexit ${code}\n`;
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await writeFile(path.join(folder, 'bin/pnpm'), script, { mode: 0o755 });
  return { PATH: `${folder}/bin:${process.env.PATH}`, ACTION: 'synchronize' };
}

/**
 * Creates the builds that a pull request's job passes on: a new version of mfe-catalog, and a changed build of
 * mfe-account's live version.
 */
async function openPreview() {
  const clone = await makeClone();
  const { release, step, write } = clone;
  const remotes = [
    { id: 'mfe-catalog', stable: { version: '2-new' } },
    { id: 'mfe-account', stable: { version: '1-live' } },
    { id: 'mfe-checkout', stable: { version: '1-live' } },
  ];
  await write({ 'registry.json': JSON.stringify({ remotes }) });
  await write({ 'remotes/mfe-catalog/2-new/entry.js': 'new' });
  await symlink('/etc/hostname', path.join(release, 'remotes/mfe-catalog/2-new/link'));
  await write({ 'remotes/mfe-account/1-live/entry.js': 'changed' });
  step('Pack the preview', { PIECES: 'shell mfe-catalog mfe-account' });
  await rm(release, { recursive: true });
  await write({ 'remotes/mfe-account/1-live/entry.js': 'live' });
  await write({ 'registry.json': '{\n  "name": "pr-4"\n}' });
  return clone;
}

test('only plain files of new versions are taken from a pull request’s build', async () => {
  const { release, step, outputs } = await openPreview();
  expect(await outputs()).toBe('remotes=remotes/mfe-catalog/2-new remotes/mfe-account/1-live\n');
  step('Take the built versions');
  const taken = await readdir(release, { recursive: true });
  expect(taken.filter((file) => /\.js$|link/.test(file)).sort()).toEqual([
    'remotes/mfe-account/1-live/entry.js',
    'remotes/mfe-catalog/2-new/entry.js',
  ]);
  const live = await readFile(path.join(release, 'remotes/mfe-account/1-live/entry.js'), 'utf8');
  expect(live).toBe('live');
});

test('the preview names each version, and the comment is the output of the command', async () => {
  const { folder, step, outputs } = await openPreview();
  await outputs();
  step('Take the built versions');
  step('Move the preview', await fakePnpm(folder, 0));
  expect(await readFile(path.join(folder, 'asked'), 'utf8')).toBe(
    '<--silent><release><preview><--no-load><--name><pr-42><--><mfe-account@1-live><mfe-catalog@2-new>',
  );
  expect(await outputs()).toMatch(/^moved=true\ncomment<<(\w{32})\nsaid\n\1\n$/);
  step('Move the preview', await fakePnpm(folder, 1));
  expect(await outputs()).toMatch(/^comment<<(\w{32})\nsaid\n\1\n$/);
  const broken = await fakePnpm(folder, 3);
  expect(() => step('Move the preview', broken)).toThrow();
});

test('closing a pull request ends its preview, if it has one', async () => {
  const { folder, step, outputs, write } = await openPreview();
  await outputs();
  const closed = { ...(await fakePnpm(folder, 0)), ACTION: 'closed' };
  step('Move the preview', closed);
  expect(await outputs()).toBe('');
  await write({ 'registry.json': JSON.stringify({ previews: [{ name: 'pr-42' }] }, null, 2) });
  step('Move the preview', closed);
  expect(await readFile(path.join(folder, 'asked'), 'utf8')).toBe(
    '<--silent><release><end-preview><pr-42>',
  );
  expect(await outputs()).toMatch(/^moved=true\n/);
});
