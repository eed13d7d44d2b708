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
}

const read = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

async function readSteps(): Promise<readonly Step[]> {
  const workflow = parse(await read('.github/workflows/release.yml'));
  return workflow.jobs.release.steps;
}

/** What a step runs, by its name. */
async function scriptOf(name: string): Promise<string> {
  const step = (await readSteps()).find((candidate) => candidate.name === name);
  if (step?.run === undefined) throw new Error(`the workflow has no step “${name}”`);
  return step.run;
}

test('actions of others have a version', async () => {
  const used = (await readSteps()).flatMap(({ uses }) => uses ?? []);
  expect(used).not.toEqual([]);
  for (const action of used) expect(action).toMatch(/^actions\/[\w-]+@v\d+$/);
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
  await step('Fetch what is live');
  await mkdir(path.join(release, 'remotes/dist'), { recursive: true });
  await mkdir(path.join(release, '.lock/1'), { recursive: true });
  await writeFile(path.join(release, 'registry.json'), '{}');
  await writeFile(path.join(release, 'remotes/dist/entry.js'), 'one');
  await writeFile(path.join(release, '.lock/1/owner.json'), 'held');
  await step('Hand over');
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
  await step('Hand over');
  expect(git('rev-list', '--count', 'origin/release')).toBe('2');
});
