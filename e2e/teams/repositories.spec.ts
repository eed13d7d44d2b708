import { once } from 'node:events';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from '@playwright/test';
import { freePort } from '../../scripts/lib/local-server.ts';
import {
  bucketOf,
  type PrivateRelease,
  point,
  readRegistry,
  stableVersion,
} from '../release-folder.ts';
import { test as base, expect, expectHeading } from '../support.ts';
import { acceptUploads } from './accepting-shop.ts';
import { openRegistry } from './registry.ts';
import {
  expectVisitorSees,
  type Home,
  id,
  type Job,
  makeWorkspace,
  openAlone,
  openHome,
  shopRepositoryState,
  type TeamRepository,
  teamRepository,
  workflowCommands,
} from './team-repository.ts';
import { addressOf, copyWorkspace, runIn, type WorkspaceCopy } from './workspace-copy.ts';

type Registry = Awaited<ReturnType<typeof openRegistry>>;

const test = base.extend<{ registry: Registry; home: Home }, { packed: Home }>({
  packed: [
    async ({}, use) => {
      const packed = await openHome('checked');
      await use(packed);
      await packed.remove();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  home: async ({ packed }, use) => {
    const home = await openHome(packed.archives);
    await use(home);
    await home.remove();
  },
  /** A private registry that has the packed packages. */
  registry: async ({ home }, use) => {
    const registry = await openRegistry(home.folder);
    for (const archive of home.archives) {
      await runIn(home.folder, 'npm', ['publish', archive], registry.variables);
    }
    await use(registry);
    await registry.stop();
  },
});

// Serial, because packing compiles into the packages' own folders.
test.describe.configure({ mode: 'default', timeout: 1_800_000 });

/** Installs the command line without npx, which may have kept that of an earlier run. Returns its path. */
async function installTool(folder: string, variables: NodeJS.ProcessEnv): Promise<string> {
  await runIn(folder, 'npm', ['install', '--prefix', 'tool', '@patchwork/cli'], variables);
  return path.join(folder, 'tool/node_modules/.bin/patchwork');
}

/** Makes the repository of a team with `patchwork new`, which also installs its packages. */
async function makeRepository(
  { folder }: Home,
  { url, variables }: Registry,
  shop: string,
  manager: 'npm' | 'pnpm',
): Promise<TeamRepository> {
  const command = await installTool(folder, variables);
  const wishes = ['--shop', shop, '--registry', url, '--install', manager];
  const port = ['--port', String(await freePort())];
  await runIn(folder, command, ['new', id, ...wishes, ...port], {
    ...variables,
    INIT_CWD: undefined,
  });
  return teamRepository(folder, variables);
}

/** Runs a job of the workflow that `patchwork new` wrote, each of its steps as a runner does. */
async function runJob(
  { root, run }: TeamRepository,
  job: Job,
  release: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<string> {
  let said = '';
  const exports = Object.entries({ ...variables, PATCHWORK_RELEASE: release })
    .map(([name, value]) => `export ${name}="${value}"\n`)
    .join('');
  for (const command of await workflowCommands(root, job)) {
    // A lockfile of npm is complete only if the registry has the packages of every platform.
    const install = command === 'npm ci' ? 'npm ci || npm install' : command;
    said += await run('bash', '-e', '-c', exports + install);
  }
  return said;
}

/**
 * Gives a second version to a tenth of the visitors, then to all, and takes it back. The first, with the heading
 * “Gift notes”, is live.
 */
async function releaseSecondVersion(
  { patchwork, change }: TeamRepository,
  { folder, url }: PrivateRelease,
  browser: Browser,
): Promise<void> {
  const before = 'Gift notes';
  const after = 'New notes';
  const page = 'src/features/gift-notes/GiftNotesPage.tsx';
  await change(page, `<PageHeading>${before}`, `<PageHeading>${after}`);
  expect(await patchwork('canary', id, '10', '--build', '--no-load', '--to', folder)).toContain(
    '10 % of the visitors get',
  );
  const remote = (await readRegistry(folder)).remotes.find((known) => known.id === id);
  expect(remote?.canary?.percent).toBe(10);
  await expectVisitorSees(browser, url, after, await bucketOf(folder, id, 'canary'));
  await expectVisitorSees(browser, url, before, await bucketOf(folder, id, 'stable'));
  await patchwork('promote', id, '--no-load', '--to', folder);
  await expectVisitorSees(browser, url, after);
  await patchwork('rollback', id, '--to', folder);
  await expectVisitorSees(browser, url, before);
  expect(await patchwork('list', '--shop', url)).toContain(id);
}

for (const manager of ['npm', 'pnpm'] as const) {
  test(`a team with its own repository and ${manager} gets from nothing to a rollback`, async ({
    page,
    browser,
    openRelease,
    home,
    registry,
  }) => {
    const shop = await openRelease();
    const before = await shopRepositoryState();
    const team = await makeRepository(home, registry, shop.url, manager);
    expect(await readdir(team.root)).toContain(
      manager === 'npm' ? 'package-lock.json' : 'pnpm-lock.yaml',
    );
    await team.run('git', 'add', '.');
    const author = ['-c', 'user.name=A team', '-c', 'user.email=team@shop.example'];
    await team.run('git', ...author, 'commit', '--quiet', '-m', 'Gift notes begin');
    const checked = await runJob(team, 'check', shop.folder);
    expect(checked).toContain('imports from @patchwork/shop: Link,');
    expect(checked).toMatch(/Tests .*2 passed/);
    expect(checked).toContain(`${id} can be deployed`);

    const development = team.start('patchwork', ['dev'], { PORT: '0' });
    await page.goto(`${await addressOf(development)}/gift-notes`);
    const region = page.locator(`[data-boundary="${id}"]`);
    await expect(region).toHaveAttribute('data-version', 'development');
    await page.goto('about:blank');
    development.kill('SIGTERM');
    await once(development, 'close');
    await team.tool('rsbuild', 'build', '--environment', 'standalone');
    const alone = await browser.newPage();
    await openAlone(alone, team.root, '/gift-notes');
    await expectHeading(alone, 'Gift notes');
    await alone.context().close();

    const accepting = await acceptUploads(shop.folder);
    await team.patchwork('own', id, '--repository', 'localhost/acme/notes', '--to', shop.folder);
    await runJob(team, 'release', accepting.url, accepting.tokensOf('acme/notes'));
    const output = path.join(home.folder, 'output');
    await runJob(team, 'preview', accepting.url, {
      ...accepting.tokensOf('acme/notes', 'refs/pull/42/merge'),
      ...{ NUMBER: '42', GITHUB_OUTPUT: output },
    });
    await accepting.stop();
    expect(await readFile(output, 'utf8')).toContain(`?preview=${id}-42 get ${id}`);
    // A workspace of the same team elsewhere.
    await team.patchwork('own', id, '--to', shop.folder);
    expect(await team.patchwork('history', '--to', shop.folder)).toContain('Gift notes begin');
    await expectVisitorSees(browser, shop.url, 'Gift notes');
    await releaseSecondVersion(team, shop, browser);
    expect(await shopRepositoryState()).toBe(before);
  });
}

test('two remotes in a workspace of npm, which hoists its packages, are developed at once and released', async ({
  page,
  openRelease,
  home,
  registry,
}) => {
  const shop = await openRelease();
  const packages = await makeWorkspace(home);
  const command = await installTool(home.folder, registry.variables);
  const names = [id, 'mfe-gift-boxes'];
  for (const name of names) {
    const wishes = ['--shop', shop.url, '--registry', registry.url];
    const environment = { ...registry.variables, INIT_CWD: undefined };
    expect(await runIn(packages, command, ['new', name, ...wishes], environment)).not.toContain(
      'not installed',
    );
  }
  const teams = names.map((name) => teamRepository(packages, registry.variables, name));
  for (const { root } of teams) expect(await readdir(root)).not.toContain('node_modules');

  const development = teams.map(({ start }) => start('patchwork', ['dev'], { PORT: '0' }));
  const addresses = await Promise.all(development.map(addressOf));
  for (const [index, name] of names.entries()) {
    await page.goto(`${addresses[index]}/${name.replace('mfe-', '')}`);
    const region = page.locator(`[data-boundary="${name}"]`);
    await expect(region).toHaveAttribute('data-version', 'development');
  }
  await page.goto('about:blank');
  for (const server of development) {
    server.kill('SIGTERM');
    await once(server, 'close');
  }

  for (const team of teams) {
    await team.patchwork('types');
    expect(await team.tool('vitest', 'run')).toMatch(/Tests .*2 passed/);
    await team.patchwork('publish', '--build', '--load', '--to', shop.folder);
  }
  await page.goto(`${shop.url}/gift-notes`);
  await expectHeading(page, 'Gift notes');
  await page.goto(`${shop.url}/gift-boxes`);
  await expectHeading(page, 'Gift boxes');
});

/** Makes a minor version of @patchwork/shop with one more name, and publishes it as docs/teams.md says. */
async function publishNextVersion({ folder, pnpm, run }: WorkspaceCopy, registry: Registry) {
  const module = path.join(folder, 'shop/facade/index.ts');
  const added = '/** Returns the name of the season. */\nexport const season = () => "Monsoon";\n';
  await writeFile(module, (await readFile(module, 'utf8')) + added);
  const changeset = "---\n'@patchwork/shop': minor\n---\n\nThe name of the season.\n";
  const changesets = path.join(folder, '.changeset');
  // Those that are waiting may make it a major version.
  for (const file of await readdir(changesets))
    if (file.endsWith('.md')) await rm(path.join(changesets, file));
  await writeFile(path.join(changesets, 'season.md'), changeset);
  await runIn(folder, 'git', ['init', '--quiet']);
  await cp(registry.npmrc, path.join(folder, '.npmrc'));
  await pnpm('changeset', 'version');
  await runIn(
    folder,
    path.join(folder, 'node_modules/.bin/tsx'),
    ['scripts/packages.ts', '--publish'],
    registry.variables,
  );
  const read = (file: string) => readFile(path.join(folder, 'shop', file), 'utf8');
  const { version } = JSON.parse(await read('package.json'));
  const changelog = await read('CHANGELOG.md');
  expect(changelog).toContain(`## ${version}`);
  expect(changelog).toContain('The name of the season.');
  const report = await read('api-report.txt');
  expect(report).toContain(`version ${version}\n`);
  expect(report).toContain('\nseason(): string\n');
  const command = (...args: string[]) => run('tsx', 'scripts/release.ts', ...args);
  return async (release: string) => {
    // The copy is a repository of its own, and the release has the shell of this one.
    await command('own', 'shell', '--to', release);
    await command('publish', 'shell', '--build', '--no-load', '--to', release);
  };
}

const versionOf = async ({ root }: TeamRepository, name: string): Promise<string> => {
  const file = path.join(root, 'node_modules/@patchwork', name, 'package.json');
  return JSON.parse(await readFile(file, 'utf8')).version;
};

test('a remote with the previous version of the packages works in the current shop, and one with the next version in the previous shop', async ({
  page,
  browser,
  openRelease,
  expectConsole,
  home,
  registry,
}) => {
  const before = await shopRepositoryState();
  const [older, newer] = [await openRelease(), await openRelease()];
  const team = await makeRepository(home, registry, older.url, 'npm');
  await team.patchwork('publish', '--build', '--no-load', '--to', older.folder);
  const previous = await versionOf(team, 'shop');
  const previousBuild = await versionOf(team, 'build');

  const copy = await copyWorkspace();
  try {
    const publishShell = await publishNextVersion(copy, registry);
    await publishShell(newer.folder);
  } finally {
    await copy.remove();
  }

  // The remote of the previous version, as it was built for the older shop.
  await team.patchwork('publish', '--load', '--to', newer.folder);
  await expectVisitorSees(browser, newer.url, 'Gift notes');

  // Updates to the next version: the remote's range, which `new` took from the live shell, begins at the previous one.
  await team.run('npm', 'update', '@patchwork/shop');
  const next = await versionOf(team, 'shop');
  expect(next).not.toBe(previous);
  expect(await versionOf(team, 'build')).toBe(previousBuild);
  const source = 'src/features/gift-notes/GiftNotesPage.tsx';
  await team.change(source, '<PageHeading>Gift notes', '<PageHeading>Updated notes');
  await team.patchwork('publish', '--build', '--load', '--to', older.folder);
  await expectVisitorSees(browser, older.url, 'Updated notes');

  // The remote now uses the name that the older shop lacks.
  await team.change(source, 'sessionAtom }', 'season, sessionAtom }');
  await team.change(source, '<PageHeading>Updated notes', '<PageHeading>{season() + " notes"}');
  await expect(
    team.patchwork('publish', '--build', '--no-load', '--to', older.folder),
  ).rejects.toThrow(
    /imports season from @patchwork\/shop, which the copy of shell \S+ does not have/,
  );
  // Read from the build, which is now that of the sources.
  await expect(team.patchwork('types', '--to', older.folder)).rejects.toThrow(
    '@patchwork/shop: season',
  );
  await expectVisitorSees(browser, older.url, 'Updated notes');
  await team.change('package.json', `shop": "^${previous}"`, `shop": "^${next}"`);
  await expect(team.patchwork('check', '--build', '--to', older.folder)).rejects.toThrow(
    `accepts @patchwork/shop ^${next}, but shell`,
  );
  await team.patchwork('publish', '--load', '--to', newer.folder);
  await expectVisitorSees(browser, newer.url, 'Monsoon notes');

  // A page that was opened with the older shell, and learns of the new version.
  const tooNew = await stableVersion(newer.folder, id);
  const shown = await stableVersion(older.folder, id);
  const files = path.dirname(tooNew.entry);
  await cp(path.join(newer.folder, files), path.join(older.folder, files), { recursive: true });
  await point(older.folder, { stable: tooNew, previous: [shown] });
  expectConsole(/@patchwork\/shop|mfe.gift.notes|Federation Runtime/);
  await page.goto(`${older.url}/gift-notes`);
  await expectHeading(page, 'Updated notes');
  await expect(page.locator(`[data-boundary="${id}"]`)).toHaveAttribute(
    'data-version',
    shown.version,
  );
  expect(await shopRepositoryState()).toBe(before);
});
