import { expect, test } from 'vitest';
import { readSteps, readText, readWorkflow, workflowFiles } from './testing-workflow.ts';

test.each(workflowFiles)(
  '%s: actions of others are pinned to a commit, with its version',
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

test('what runs the code of a pull request can’t write, and keeps no credentials', async () => {
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

test('what can write runs no code of the workspace', async () => {
  const { jobs } = await readWorkflow('hand-over');
  const { comment } = (await readWorkflow('preview')).jobs;
  expect(jobs['hand-over']?.permissions).toEqual({ contents: 'write' });
  expect(comment?.permissions).toEqual({ 'pull-requests': 'write' });
  const steps = [...(jobs['hand-over']?.steps ?? []), ...(comment?.steps ?? [])];
  const commands = steps.map(({ run = '' }) => run).join('\n');
  expect(commands).not.toMatch(/\b(?:pnpm|npm|npx|node|corepack)\b/);
});

test('no script of the workflow has an expression in it, whose value could be a command', async () => {
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
