import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { root } from './workspace.ts';

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly if?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Job {
  readonly if?: string;
  /** A workflow that is called instead of steps. */
  readonly uses?: string;
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
}

const readText = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflowFiles = ['release', 'preview', 'hand-over'] as const;

const readWorkflow = async (file: (typeof workflowFiles)[number]): Promise<Workflow> =>
  parse(await readText(`.github/workflows/${file}.yml`));

const stepsOf = ({ jobs }: Workflow): readonly Step[] =>
  Object.values(jobs).flatMap(({ steps = [] }) => steps);

const readSteps = async (): Promise<readonly Step[]> =>
  (await Promise.all(workflowFiles.map(readWorkflow))).flatMap(stepsOf);

test.each(workflowFiles)(
  '%s: third-party actions are pinned to a commit, beside its version',
  async (file) => {
    const text = await readText(`.github/workflows/${file}.yml`);
    const used = text.split('\n').filter((line) => line.includes('uses:'));
    expect(used).not.toEqual([]);
    for (const line of used) {
      expect(line).toMatch(
        /uses: (?:actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/.*)$/,
      );
    }
  },
);

test('jobs that run the code of a pull request can’t write, and keep no credentials', async () => {
  const { permissions, jobs } = await readWorkflow('release');
  expect(permissions).toEqual({});
  expect(Object.keys(jobs)).toEqual(['check', 'release', 'preview']);
  expect(jobs.check?.permissions).toEqual({ contents: 'read' });
  const checkouts = (await readSteps()).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts).toHaveLength(3);
  for (const checkout of checkouts) expect(checkout.with?.['persist-credentials']).toBe(false);
});

test('a pull request releases nothing', async () => {
  const { release } = (await readWorkflow('release')).jobs;
  expect(release?.uses).toBe('./.github/workflows/hand-over.yml');
  expect(release?.if).toContain("github.event_name != 'pull_request'");
});

test('a preview is made by the code of the base branch, which can’t write either', async () => {
  const { permissions, jobs } = await readWorkflow('preview');
  expect(permissions).toEqual({});
  expect(jobs.move?.permissions).toEqual({ contents: 'read' });
  const [checkout] = jobs.move?.steps ?? [];
  expect(checkout?.with?.ref).toContain('github.event.pull_request.base.ref');
});

test('no fork and no bot gets a preview', async () => {
  const { preview } = (await readWorkflow('release')).jobs;
  expect(preview?.if).toContain('head.repo.full_name == github.repository');
  expect(preview?.if).toContain("user.type != 'Bot'");
});

test('jobs that can write run no code of the workspace', async () => {
  const { jobs } = await readWorkflow('hand-over');
  const { comment } = (await readWorkflow('preview')).jobs;
  expect(jobs['hand-over']?.permissions).toEqual({ contents: 'write' });
  expect(comment?.permissions).toEqual({ 'pull-requests': 'write' });
  const steps = [...(jobs['hand-over']?.steps ?? []), ...(comment?.steps ?? [])];
  const commands = steps.map(({ run = '' }) => run).join('\n');
  expect(commands).not.toMatch(/\b(?:pnpm|npm|npx|node|corepack)\b/);
});

test('no script of the workflow contains an expression, whose value could be a command', async () => {
  for (const { run = '' } of await readSteps()) expect(run).not.toContain('${{');
});

test('every command of pnpm in the workflow exists', async () => {
  const { scripts, devDependencies } = JSON.parse(await readText('package.json'));
  const tools = { ...scripts, playwright: devDependencies['@playwright/test'] };
  const text = (await readSteps()).map(({ run }) => run).join('\n');
  const asked = [...text.matchAll(/pnpm (?:--silent )?([a-z]+)/g)].map(([, name]) => name);
  const [first, ...others] = [...new Set(asked)];
  expect(first).toBe('install');
  expect(others).toEqual(['touched', 'check', 'release', 'playwright']);
  expect(others.filter((name) => !(String(name) in tools))).toEqual([]);
});

/** Returns the commands of a step, by its name. */
async function scriptOf(name: string): Promise<string> {
  const step = (await readSteps()).find((candidate) => candidate.name === name);
  if (step?.run === undefined) throw new Error(`the workflow has no step “${name}”`);
  return step.run;
}

interface Clone {
  readonly folder: string;
  git: (...args: string[]) => string;
  /** Runs a step of the workflow, as a runner does. */
  step: (name: string, variables?: Readonly<Record<string, string>>) => Promise<void>;
  /** Returns the outputs that steps have written for later ones since the last call. */
  outputs: () => Promise<string>;
}

/** Makes a clone with one commit, and its origin beside it. */
async function makeClone(): Promise<Clone> {
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-workflow-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const folder = path.join(home, 'clone');
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
  return {
    folder,
    git,
    async step(name, variables) {
      const script = await scriptOf(name);
      const env = { ...environment, ...variables };
      execFileSync('bash', ['-e', '-c', script], { cwd: folder, env, stdio: 'pipe' });
    },
    async outputs() {
      const written = await readFile(environment.GITHUB_OUTPUT, 'utf8').catch(() => '');
      await rm(environment.GITHUB_OUTPUT, { force: true });
      return written;
    },
  };
}

test('a release is handed over to its branch, and fetched from there by the next run', async () => {
  const { folder, git, step, outputs } = await makeClone();
  const release = path.join(folder, '.release');
  /** Hands the release over, as the second job does in a folder of its own. */
  async function handOver(): Promise<void> {
    const [, live = ''] = /^live=(.*)$/m.exec(await outputs()) ?? [];
    await step('Pack the release');
    await rm(release, { recursive: true });
    await step('Unpack the release');
    await step('Hand over', { LIVE: live, MESSAGE: 'Release shell mfe-catalog', TAG: 'true' });
  }
  await step('Fetch what is live');
  await mkdir(path.join(release, 'remotes/dist'), { recursive: true });
  await mkdir(path.join(release, '.lock/1'), { recursive: true });
  await writeFile(path.join(release, 'registry.json'), '{}');
  await writeFile(path.join(release, 'remotes/dist/entry.js'), 'one');
  await writeFile(path.join(release, '.lock/1/owner.json'), 'held');
  await handOver();
  expect(git('ls-tree', '-r', '--name-only', 'origin/release').split('\n')).toEqual([
    'registry.json',
    'remotes/dist/entry.js',
  ]);
  expect(git('log', '-1', '--format=%s', 'origin/release')).toBe('Release shell mfe-catalog');
  expect(git('ls-remote', 'origin', 'refs/tags/released')).toContain(git('rev-parse', 'HEAD'));
  expect(git('status', '--porcelain')).toBe('');

  await rm(release, { recursive: true });
  await step('Fetch what is live');
  expect(await readFile(path.join(release, 'remotes/dist/entry.js'), 'utf8')).toBe('one');
  await writeFile(path.join(release, 'remotes/dist/other.js'), 'two');
  await handOver();
  expect(git('rev-list', '--count', 'origin/release')).toBe('2');
});

test('a folder that was made before another release is not handed over', async () => {
  const { folder, git, step, outputs } = await makeClone();
  const release = path.join(folder, '.release');
  await mkdir(release);
  await writeFile(path.join(release, 'registry.json'), 'first');
  const first = { LIVE: '', MESSAGE: 'Release one', TAG: 'false' };
  await step('Hand over', first);
  await rm(release, { recursive: true });
  await step('Fetch what is live');
  const [, live = ''] = /^live=(.*)$/m.exec(await outputs()) ?? [];
  await writeFile(path.join(release, 'registry.json'), 'rolled back meanwhile');
  await step('Hand over', { ...first, LIVE: live });
  await writeFile(path.join(release, 'registry.json'), 'made before that');
  await expect(step('Hand over', { ...first, LIVE: live })).rejects.toThrow('rejected');
  await expect(step('Hand over', first)).rejects.toThrow('rejected');
  expect(git('show', 'origin/release:registry.json')).toBe('rolled back meanwhile');
});

/** Makes a `pnpm` that writes its arguments to a file, prints a word, and ends with this code. */
async function fakePnpm(folder: string, code: number): Promise<Record<string, string>> {
  const script = `#!/bin/bash\nprintf '%s\\n' "$@" > "${folder}/asked"\necho said\nexit ${code}\n`;
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await writeFile(path.join(folder, 'bin/pnpm'), script, { mode: 0o755 });
  return { PATH: `${folder}/bin:${process.env.PATH}`, ACTION: 'synchronize' };
}

/**
 * Makes the builds that a pull request's job passes on: a new version of mfe-catalog, and the live one of
 * mfe-account, changed.
 */
async function openPreview() {
  const clone = await makeClone();
  const { folder, step } = clone;
  const release = path.join(folder, '.release');
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(release, file)), { recursive: true });
    await writeFile(path.join(release, file), text);
  };
  const remotes = [
    { id: 'mfe-catalog', stable: { version: '2-new' } },
    { id: 'mfe-account', stable: { version: '1-live' } },
    { id: 'mfe-checkout', stable: { version: '1-live' } },
  ];
  await write('registry.json', JSON.stringify({ remotes }));
  await write('remotes/mfe-catalog/2-new/entry.js', 'new');
  await symlink('/etc/hostname', path.join(release, 'remotes/mfe-catalog/2-new/link'));
  await write('remotes/mfe-account/1-live/entry.js', 'changed');
  await step('Pack the preview', { PIECES: 'shell mfe-catalog mfe-account' });
  await rm(release, { recursive: true });
  await write('remotes/mfe-account/1-live/entry.js', 'live');
  await write('registry.json', '{\n  "name": "pr-4"\n}');
  return { ...clone, release, write };
}

test('only plain files of new versions are taken from a pull request’s build', async () => {
  const { release, step, outputs } = await openPreview();
  expect(await outputs()).toBe('remotes=remotes/mfe-catalog/2-new remotes/mfe-account/1-live\n');
  await step('Take the built versions');
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
  await step('Take the built versions');
  await step('Move the preview', await fakePnpm(folder, 0));
  expect((await readFile(path.join(folder, 'asked'), 'utf8')).trim().split('\n')).toEqual([
    ...['--silent', 'release', 'preview', '--no-load', '--name', 'pr-42', '--'],
    ...['mfe-account@1-live', 'mfe-catalog@2-new'],
  ]);
  expect(await outputs()).toMatch(/^moved=true\ncomment<<(\w{32})\nsaid\n\1\n$/);
  await step('Move the preview', await fakePnpm(folder, 1));
  expect(await outputs()).toMatch(/^comment<<(\w{32})\nsaid\n\1\n$/);
  await expect(step('Move the preview', await fakePnpm(folder, 3))).rejects.toThrow();
});

test('a closed pull request ends its preview, if it has one', async () => {
  const { folder, step, outputs, write } = await openPreview();
  await outputs();
  const closed = { ...(await fakePnpm(folder, 0)), ACTION: 'closed' };
  await step('Move the preview', closed);
  expect(await outputs()).toBe('');
  await write('registry.json', JSON.stringify({ previews: [{ name: 'pr-42' }] }, null, 2));
  await step('Move the preview', closed);
  expect((await readFile(path.join(folder, 'asked'), 'utf8')).trim().split('\n')).toEqual([
    ...['--silent', 'release', 'end-preview', 'pr-42'],
  ]);
  expect(await outputs()).toMatch(/^moved=true\n/);
});
