import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { nodeProblem } from '@patchwork/release';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { otherNodes } from './other-nodes.ts';
import { root } from './workspace.ts';

const readText = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');
const version = (await readText('.nvmrc')).trim();

test('the image and a team’s new repository use the Node of .nvmrc', async () => {
  const images = [...(await readText('deploy/Dockerfile')).matchAll(/^FROM (\S+)/gm)];
  expect(images.map(([, image]) => image)).toEqual([
    `node:${version}-bookworm-slim`,
    `node:${version}-bookworm-slim`,
  ]);
  const template = await readText('examples/templates/repository/.nvmrc');
  expect(template.trim()).toBe(version);
});

test('the two commands run on Node 20.19, too', async () => {
  for (const file of ['package.json', 'examples/templates/repository/package.json']) {
    expect(JSON.parse(await readText(file)).engines).toEqual({ node: '>=20.19' });
  }
  const { jobs } = parse(await readText('.github/workflows/nightly.yml'));
  expect(jobs.commands.strategy.matrix.node).toEqual(['20.19.0', version, '26.12.1']);
});

test('pnpm test --all adds the supported lines that do not run it', () => {
  expect(otherNodes('20.19.0')).toEqual([version, '26.12.1']);
  expect(otherNodes(version)).toEqual(['20.20.2', '26.12.1']);
  expect(otherNodes('22.23.5')).toEqual(['20.20.2', version, '26.12.1']);
  const today = new Date('2026-11-28');
  expect([version, '26.12.1'].map((each) => nodeProblem(each, today))).toEqual([
    undefined,
    undefined,
  ]);
});

test('the image installs the pnpm of package.json', async () => {
  const { packageManager } = JSON.parse(await readText('package.json'));
  expect(await readText('deploy/Dockerfile')).toContain(`npm install --global ${packageManager}\n`);
});

const folders = ['.github/workflows', 'examples/templates/repository/.github/workflows'];

test.each(folders)(
  '%s: each action is pinned, and each job has only the rights it names',
  async (folder) => {
    for (const file of await readdir(path.join(root, folder))) {
      const text = await readText(path.join(folder, file));
      const { permissions, jobs } = parse(text);
      expect(permissions, file).toEqual({});
      for (const job of Object.values<object>(jobs)) expect(job).toHaveProperty('permissions');
      for (const [, used] of text.matchAll(/uses: (.*)/g)) {
        expect(used).toMatch(
          /^(?:actions\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+|\.\/\.github\/workflows\/[\w-]+\.yml)$/,
        );
      }
    }
  },
);
