import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRemotes } from '@patchwork/build/workspace';
import {
  createRemote,
  planRemote,
  pnpmOfWorkflow,
  writeRemote,
  writeRepository,
} from '@patchwork/cli/new';
import { readRemotes, shopTypesFile, writeShopTypes } from '@patchwork/cli/pieces';
import { temporaryFolder } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
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

test('a repository has what the workspace gives a remote, and the versions that it was made with', async () => {
  const parent = await temporaryFolder();
  const published = await temporaryFolder();
  await copyTemplates(published);
  const folder = await writeRepository(plan, parent, {
    ...{
      templates: published,
      versions,
      shop: 'https://shop.example',
      registry: 'https://registry.example/',
    },
    install: 'pnpm',
  });
  const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
  const { version } = await readJson(path.join(root, 'platform/cli/package.json'));
  const manifest = await readJson(path.join(folder, 'package.json'));
  expect(manifest).toMatchObject({
    name: 'mfe-gift-cards',
    patchwork: { shop: 'https://shop.example', kit: '@patchwork/kit' },
    dependencies: { '@patchwork/shop': '^1.2.0', react: '^19.3.1' },
    devDependencies: { '@patchwork/cli': `^${version}` },
  });
  expect(await readFile(path.join(folder, '.npmrc'), 'utf8')).toBe(
    '@patchwork:registry=https://registry.example/\n',
  );
  for (const range of Object.values({ ...manifest.dependencies, ...manifest.devDependencies })) {
    expect(range).toMatch(/^\^\d+\.\d+\.\d+$/);
  }
  const workflow = path.join(folder, '.github/workflows/remote.yml');
  const steps = await readFile(workflow, 'utf8');
  expect(steps).not.toContain('npm ci');
  expect(steps).toContain(`run: npx --yes ${pnpmOfWorkflow} install --frozen-lockfile\n`);
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

test('a repository’s workflow runs the pnpm of this workspace', async () => {
  const manifest = await readFile(path.join(root, 'package.json'));
  expect(JSON.parse(manifest.toString()).packageManager).toBe(pnpmOfWorkflow);
});

test('a repository without installed packages names the commands of npm', async () => {
  const place = { site: undefined, templates, from: await temporaryFolder() };
  const text = await createRemote(place, 'mfe-gift-cards', { ...wishes, install: 'none' });
  expect(text).toContain('Its packages are not installed. Run first: npm install\n');
  expect(text).toContain('npm run types');
});
