import { execFileSync } from 'node:child_process';
import { expect, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing/release.ts';
import { readAuthor, readRepository } from './author.ts';

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', args, { cwd, encoding: 'utf8' }).trim();

/** A repository with one commit, which holds a remote and a package. */
async function openRepository() {
  const folder = await temporaryFolder();
  git(folder, 'init', '--quiet');
  git(folder, 'config', 'user.name', 'Ada Lovelace');
  git(folder, 'config', 'user.email', 'ada@shop.example');
  await writeFiles(folder, { 'mfe-catalog/Home.tsx': '1', 'shop/ui/tabs.ts': '1', other: '1' });
  git(folder, 'add', '.');
  git(folder, '-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', 'first');
  return { folder, commit: git(folder, 'rev-parse', 'HEAD') };
}

test('outside of a workflow, the author and the commit come from git', async () => {
  const { folder, commit } = await openRepository();
  const who = 'Ada Lovelace <ada@shop.example>';
  const read = () => readAuthor(folder, {});
  expect(await read()).toEqual({ who, commit, isDirty: false });
  await writeFiles(folder, { 'shop/ui/new.ts': '1' });
  expect(await read()).toEqual({ who, commit, isDirty: true });
});

test('a changed file is an uncommitted change', async () => {
  const { folder } = await openRepository();
  await writeFiles(folder, { 'mfe-catalog/Home.tsx': '2' });
  expect(await readAuthor(folder, {})).toMatchObject({ isDirty: true });
});

test('in a workflow, its variables give the author, the commit and the address of the run', async () => {
  const { folder } = await openRepository();
  const env = {
    GITHUB_ACTIONS: 'true',
    GITHUB_ACTOR: 'ada',
    GITHUB_SHA: '89abcdef',
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'shop/patchwork',
    GITHUB_RUN_ID: '42',
  };
  expect(await readAuthor(folder, env)).toEqual({
    who: 'ada',
    commit: '89abcdef',
    run: 'https://github.com/shop/patchwork/actions/runs/42',
  });
});

test('without git, the author is the user of the system', async () => {
  const folder = await temporaryFolder();
  vi.stubEnv('PATH', folder);
  const { who, ...rest } = await readAuthor(folder, {});
  expect(who).toMatch(/^\S+$/);
  expect(rest).toEqual({});
});

test.each([
  ['git@github.com:Acme/Shop.git', 'github.com/acme/shop'],
  ['https://ada:secret@github.com/acme/shop.git', 'github.com/acme/shop'],
  ['ssh://git@github.com:22/acme/shop/', 'github.com/acme/shop'],
  ['git@github.com:123/shop.git', 'github.com/123/shop'],
])('%s is identified by its host and name alone', async (address, name) => {
  const folder = await temporaryFolder();
  git(folder, 'init', '-q');
  git(folder, 'remote', 'add', 'origin', address);
  expect(await readRepository(folder, {})).toEqual([name, expect.stringContaining(`:${folder}`)]);
  expect(await readRepository(folder, { CI: 'true' })).toEqual([name]);
});

test('a repository without an address, or with that of a folder, is known by its first commit', async () => {
  const { folder, commit } = await openRepository();
  const repository = `the repository that begins with commit ${commit.slice(0, 12)}`;
  expect((await readRepository(folder, {}))[0]).toBe(repository);
  git(folder, 'remote', 'add', 'origin', '/srv/shop');
  expect((await readRepository(folder, {}))[0]).toBe(repository);
  git(folder, 'remote', 'set-url', 'origin', '../shop.git');
  expect((await readRepository(folder, {}))[0]).toBe(repository);
});

test('a workflow names its repository; outside of any repository only the folder is named', async () => {
  const folder = await temporaryFolder();
  const env = { GITHUB_ACTIONS: 'true', CI: 'true' };
  const github = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/shop' };
  expect(await readRepository(folder, { ...env, ...github })).toEqual(['github.com/acme/shop']);
  expect(await readRepository(folder, {})).toEqual([expect.stringContaining(`:${folder}`)]);
});
