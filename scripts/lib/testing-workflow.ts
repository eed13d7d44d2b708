import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
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

export const readText = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

export const workflowFiles = ['release', 'preview', 'hand-over'] as const;

export const readWorkflow = async (file: (typeof workflowFiles)[number]): Promise<Workflow> =>
  parse(await readText(`.github/workflows/${file}.yml`));

const stepsOf = ({ jobs }: Workflow): readonly Step[] =>
  Object.values(jobs).flatMap(({ steps = [] }) => steps);

export const readSteps = async (): Promise<readonly Step[]> =>
  (await Promise.all(workflowFiles.map(readWorkflow))).flatMap(stepsOf);

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
  /** Returns what steps wrote for later ones since the last call. */
  outputs: () => Promise<string>;
}

/** A clone with one commit, its origin beside it. */
export async function makeClone(): Promise<Clone> {
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
