import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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
  readonly permissions: Readonly<Record<string, string>>;
  readonly steps: readonly Step[];
}

const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: { readonly check: Job; readonly release: Job };
}

const readWorkflow = async (): Promise<Workflow> =>
  parse(await read('.github/workflows/release.yml'));

async function readSteps(): Promise<readonly Step[]> {
  const { check, release } = (await readWorkflow()).jobs;
  return [...check.steps, ...release.steps];
}

/** What a step runs, by its name. */
async function scriptOf(name: string): Promise<string> {
  const step = (await readSteps()).find((candidate) => candidate.name === name);
  if (step?.run === undefined) throw new Error(`the workflow has no step “${name}”`);
  return step.run;
}

test('actions of others are pinned to a commit, with its version beside it', async () => {
  const text = await read('.github/workflows/release.yml');
  const used = text.split('\n').filter((line) => line.includes('uses:'));
  expect(used).not.toEqual([]);
  for (const line of used) {
    expect(line).toMatch(/uses: actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
  }
});

test('what runs the code of a pull request can’t write, and keeps no credentials', async () => {
  const { permissions, jobs } = await readWorkflow();
  expect(permissions).toEqual({});
  expect(Object.keys(jobs)).toEqual(['check', 'release']);
  expect(jobs.check.permissions).toEqual({ contents: 'read' });
  const checkouts = (await readSteps()).filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts).toHaveLength(2);
  for (const checkout of checkouts) expect(checkout.with?.['persist-credentials']).toBe(false);
});

test('what can write never runs for a pull request, and runs no code of the workspace', async () => {
  const { release } = (await readWorkflow()).jobs;
  expect(release.permissions).toEqual({ contents: 'write' });
  expect(release.if).toContain("github.event_name != 'pull_request'");
  const commands = release.steps.map(({ run = '' }) => run).join('\n');
  expect(commands).not.toMatch(/\b(?:pnpm|npm|npx|node|corepack)\b/);
});

test('no script of the workflow has an expression in it, whose value could be a command', async () => {
  for (const { run = '' } of await readSteps()) expect(run).not.toContain('${{');
});

test('every command of pnpm in the workflow exists', async () => {
  const { scripts, devDependencies } = JSON.parse(await read('package.json'));
  const tools = { ...scripts, playwright: devDependencies['@playwright/test'] };
  const text = (await readSteps()).map(({ run }) => run).join('\n');
  const asked = [...text.matchAll(/pnpm (?:--silent )?([a-z]+)/g)].map(([, name]) => name);
  expect(asked).toEqual(['install', 'touched', 'check', 'release', 'playwright']);
  expect(asked.slice(1).filter((name) => !(String(name) in tools))).toEqual([]);
});

interface Clone {
  readonly folder: string;
  git: (...args: string[]) => string;
  /** Runs a step of the workflow, as a runner does. */
  step: (name: string) => Promise<void>;
}

/** A clone with one commit, its origin beside it. */
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
    PIECES: 'shell mfe-catalog',
  };
  return {
    folder,
    git,
    async step(name) {
      const script = await scriptOf(name);
      const options = { cwd: folder, env: environment, stdio: 'pipe' } as const;
      execFileSync('bash', ['-e', '-c', script], options);
    },
  };
}

test('a release is handed over to its branch, and fetched from there by the next run', async () => {
  const { folder, git, step } = await makeClone();
  const release = path.join(folder, '.release');
  /** The second job has a folder of its own. */
  async function handOver(): Promise<void> {
    await step('Pack the release');
    await rm(release, { recursive: true });
    await step('Unpack the release');
    await step('Hand over');
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
