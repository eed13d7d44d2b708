import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRemotes } from '@patchwork/build/workspace';
import { createRemote, planRemote, writeRemote, writeRepository } from '@patchwork/cli/new';
import { readRemotes, shopTypesFile, writeShopTypes } from '@patchwork/cli/pieces';
import { temporaryFolder, writeFiles } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { copyTemplates } from './templates.ts';
import { root, templates } from './workspace.ts';

const wishes = { team: 'Presents', route: '/presents' };
const plan = await planRemote('mfe-gift-cards', wishes, [], async () => true);

test('every placeholder name of the template is replaced by the remote’s own, and code may link to its page', async () => {
  const workspace = await temporaryFolder();
  const folder = await writeRemote(plan, workspace, templates);
  await writeShopTypes(workspace);
  expect(await readFile(shopTypesFile(workspace), 'utf8')).toContain("'gift-cards': object;");
  const [made] = workspaceRemotes(workspace);
  expect(made?.declaration).toMatchObject({
    id: 'mfe-gift-cards',
    team: 'Presents',
    developmentPort: 3001,
    routes: [{ page: 'gift-cards', path: '/presents', access: 'open', module: './GiftCardsPage' }],
  });
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  expect(files.map((file) => path.relative(folder, file))).toContain(
    path.join('src', 'features', 'gift-cards', 'GiftCardsPage.test.tsx'),
  );
  for (const file of files) {
    expect(file + (await readFile(file, 'utf8'))).not.toMatch(/template|3999/i);
  }
});

test('an existing folder is not touched', async () => {
  const workspace = await temporaryFolder();
  await mkdir(path.join(workspace, 'mfe-gift-cards'));
  await expect(writeRemote(plan, workspace, templates)).rejects.toThrow(
    /exists already: move it away first/,
  );
  expect(await readdir(workspace)).toEqual(['mfe-gift-cards']);
});

const versions = { react: '19.3.1', '@patchwork/shop': '1.2.0' };

const alone = {
  ...{ templates, versions, shop: undefined },
  installer: { manager: 'npm', version: '11.0.0' },
  surroundings: { repository: undefined, workspace: undefined },
} as const;

test('a repository has what the workspace gives a remote, and the versions that it was made with', async () => {
  const parent = await temporaryFolder();
  const published = await temporaryFolder();
  await copyTemplates(published);
  const { folder } = await writeRepository(plan, parent, {
    ...{ ...alone, templates: published, shop: 'https://shop.example' },
    registry: 'https://registry.example/',
  });
  const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
  const { version } = await readJson(path.join(root, 'platform/cli/package.json'));
  const manifest = await readJson(path.join(folder, 'package.json'));
  expect(manifest).toMatchObject({
    name: 'mfe-gift-cards',
    patchwork: { shop: 'https://shop.example', kit: '@patchwork/kit' },
    dependencies: { '@patchwork/shop': '^1.2.0', react: '^19.3.1' },
    devDependencies: {
      '@patchwork/cli': `^${version}`,
      // The version that has the command `tsc`, not the one of the gate.
      typescript: expect.stringMatching(/^\^7\./),
    },
  });
  expect(await readFile(path.join(folder, '.npmrc'), 'utf8')).toBe(
    '@patchwork:registry=https://registry.example/\n',
  );
  for (const range of Object.values({ ...manifest.dependencies, ...manifest.devDependencies })) {
    expect(range).toMatch(/^\^\d+\.\d+\.\d+$/);
  }
  const files = await readdir(folder, { recursive: true });
  const own = ['exposes/GiftCardsPage.tsx', 'exposes/CartNote.tsx'];
  const sources = [...own, 'features/gift-cards/GiftCardsPage.test.tsx'];
  expect(files).toEqual(
    expect.arrayContaining([
      ...['.gitignore', '.nvmrc', 'tsconfig.json', 'vitest.config.ts'],
      ...sources.map((file) => path.join('src', file)),
    ]),
  );
  expect(readRemotes({ root: folder, isShop: false })).toMatchObject([
    { name: 'mfe-gift-cards', routes: ['/presents'], developmentPort: 3001 },
  ]);
});

const approved = 'npmPreapprovedPackages:\n  - "@patchwork/*"\n';

const installers = [
  ['npm', '11.0.0', 'npm ci', 'npx patchwork publish'],
  ['pnpm', '12.21.0', 'npx --yes pnpm@12.21.0 install --frozen-lockfile', 'pnpm exec patchwork'],
  ['yarn', '1.22.22', 'npx --yes yarn@1.22.22 install --frozen-lockfile', 'yarn run patchwork'],
  [
    'yarn',
    '4.18.1',
    'npx --yes @yarnpkg/cli-dist@4.18.1 install --immutable',
    'yarn run patchwork',
  ],
  ['bun', '1.4.5', 'npx --yes bun@1.4.5 install --frozen-lockfile', 'bunx patchwork publish'],
] as const;

test.each(installers)(
  'a repository of %s %s has a workflow and a README with its commands',
  async (manager, version, step, command) => {
    const repository = { ...alone, installer: { manager, version } };
    const made = await writeRepository(plan, await temporaryFolder(), repository);
    const read = (file: string) => readFile(path.join(made.folder, file), 'utf8');
    expect(made.workflowFile).toBe(path.join(made.folder, '.github/workflows/remote.yml'));
    const { jobs } = parse(await readFile(made.workflowFile, 'utf8'));
    for (const job of [jobs.check, jobs.preview, jobs.release])
      expect(job.steps[2], job.name).toEqual({ run: step });
    const readme = await read('README.md');
    expect(readme).toContain(`\`${command}`);
    expect(readme).toContain(`\`${manager} run test\``);
    const rows = readme.split('\n').filter((line) => line.startsWith('|'));
    expect(new Set(rows.map((row) => row.lastIndexOf('|'))).size).toBe(1);
    expect(await read('.yarnrc.yml').catch(() => '')).toBe(
      version === '4.18.1' ? `nodeLinker: node-modules\n${approved}` : '',
    );
  },
);

test('the workflow’s jobs have the rights that they need, and no secrets', async () => {
  const { workflowFile } = await writeRepository(plan, await temporaryFolder(), alone);
  const text = await readFile(workflowFile, 'utf8');
  const { jobs, permissions } = parse(text);
  expect(permissions).toEqual({});
  const own = { contents: 'read', 'id-token': 'write' };
  const rights = Object.entries<{ permissions: object }>(jobs).map(([name, job]) => [
    name,
    job.permissions,
  ]);
  expect(Object.fromEntries(rights)).toEqual({
    ...{ check: { contents: 'read' }, preview: own, release: own },
    comment: { 'pull-requests': 'write' },
  });
  // What may write runs nothing of the pull request.
  expect(jobs.comment.steps).toHaveLength(1);
  expect(jobs.comment.steps[0].run).toMatch(/^printf .*\| gh pr comment /);
  expect(text).not.toContain('secrets.');
  for (const [, action = ''] of text.matchAll(/uses: (\S+)/g))
    expect(action).toMatch(/@[0-9a-f]{40}$/);
});

/** Creates a git repository with an npm workspace of the remotes in apps/. */
async function openTeam(files: Record<string, string> = {}) {
  const repository = await realpath(await temporaryFolder());
  await writeFiles(repository, {
    'package.json': '{"workspaces":["packages/*","apps/*","!apps/old"]}',
    'package-lock.json': '{}',
    'apps/README.md': '',
    ...files,
  });
  execFileSync('git', ['init', '--quiet'], { cwd: repository });
  const create = (name: string, wishes = {}, from = 'apps') =>
    createRemote({ site: undefined, templates, from: path.join(repository, from) }, name, {
      install: 'none',
      ...wishes,
    });
  return { repository, create };
}

test('in a repository of several remotes, the workflow is in its root and runs in the remote’s folder', async () => {
  const { repository, create } = await openTeam();
  const file = path.join(repository, '.github/workflows/mfe-gift-cards.yml');
  expect(await create('mfe-gift-cards')).toContain(`Its workflow is ${file}\n`);
  const workflow = parse(await readFile(file, 'utf8'));
  expect(workflow).toMatchObject({
    name: 'mfe-gift-cards',
    on: {
      push: { branches: ['main'], paths: ['apps/mfe-gift-cards/**'] },
      pull_request: { paths: ['apps/mfe-gift-cards/**'] },
    },
    defaults: { run: { 'working-directory': 'apps/mfe-gift-cards' } },
  });
  for (const { steps } of [workflow.jobs.check, workflow.jobs.preview, workflow.jobs.release]) {
    expect(steps[1].with).toEqual({ 'node-version-file': 'apps/mfe-gift-cards/.nvmrc' });
    expect(steps[2]).toEqual({ run: 'npm ci', 'working-directory': '.' });
  }
  const made = await readdir(path.join(repository, 'apps/mfe-gift-cards'));
  expect(made).not.toContain('.git');
  expect(made).not.toContain('.github');
});

test.each([
  [undefined, 'node_modules/\n'],
  ['dist', 'dist\nnode_modules/\n'],
  ['dist\nnode_modules\n', 'dist\nnode_modules\n'],
])('a workspace that ignores %j ignores its packages then', async (before, after) => {
  const files = before === undefined ? {} : { '.gitignore': before };
  const { repository, create } = await openTeam(files as Record<string, string>);
  await create('mfe-gift-cards');
  expect(await readFile(path.join(repository, '.gitignore'), 'utf8')).toBe(after);
});

test('siblings in a repository have ports of their own', async () => {
  const { repository, create } = await openTeam();
  await create('mfe-gift-cards');
  await create('mfe-gift-boxes');
  const portOf = async (name: string) => {
    const file = path.join(repository, 'apps', name, 'remote.json');
    return JSON.parse(await readFile(file, 'utf8')).developmentPort;
  };
  expect(await portOf('mfe-gift-boxes')).toBeGreaterThan(await portOf('mfe-gift-cards'));
  await expect(create('mfe-gift-bags', { route: '/gift-cards' })).rejects.toThrow(
    'The route /gift-cards belongs to mfe-gift-cards',
  );
});

test.each([
  [
    'a workflow of this name',
    {},
    { '.github/workflows/mfe-gift-cards.yml': 'mine' },
    'apps',
    'mfe-gift-cards.yml exists already: move it away first',
  ],
  [
    'a folder that is no package of the workspace',
    {},
    {},
    '.',
    'and mfe-gift-cards is none of them: add it there, or run this elsewhere',
  ],
  [
    'another package manager than the workspace’s',
    { install: 'pnpm' },
    {},
    'apps',
    'is a workspace of npm, whose lockfile pnpm would not read: leave out --install',
  ],
])('%s is refused, and nothing is written', async (_what, wishes, files, from, message) => {
  const { repository, create } = await openTeam(files);
  await expect(create('mfe-gift-cards', wishes, from)).rejects.toThrow(message);
  expect(await readdir(path.join(repository, from))).not.toContain('mfe-gift-cards');
});

test('a workspace’s settings get the registry, and keep what they have', async () => {
  const workspace = await temporaryFolder();
  await writeFiles(workspace, {
    'apps/README.md': '',
    '.npmrc': 'save-exact=true',
    '.yarnrc.yml': '# ours\nenableTelemetry: false\n',
  });
  const surroundings = {
    repository: workspace,
    workspace: { root: workspace, file: '', patterns: ['apps/*'], manager: 'npm' as const },
  };
  const apps = path.join(workspace, 'apps');
  const registry = 'https://registry.example/';
  await writeRepository(plan, apps, { ...alone, registry, surroundings });
  expect(await readFile(path.join(workspace, '.npmrc'), 'utf8')).toBe(
    'save-exact=true\n@patchwork:registry=https://registry.example/\n',
  );
  const boxes = await planRemote('mfe-gift-boxes', {}, [], async () => true);
  const installer = { manager: 'yarn', version: '4.18.1' } as const;
  await writeRepository(boxes, apps, { ...alone, registry, surroundings, installer });
  expect(await readFile(path.join(workspace, '.yarnrc.yml'), 'utf8')).toBe(
    `# ours\nenableTelemetry: false\nnodeLinker: node-modules\n${approved}npmScopes:\n  patchwork:\n    npmRegistryServer: https://registry.example/\n`,
  );
});

test('a repository without installed packages names the commands of npm', async () => {
  const place = { site: undefined, templates, from: await temporaryFolder() };
  const text = await createRemote(place, 'mfe-gift-cards', { ...wishes, install: 'none' });
  expect(text).toContain('Its packages are not installed. Run first: npm install\n');
  expect(text).toContain('npm run types');
});
