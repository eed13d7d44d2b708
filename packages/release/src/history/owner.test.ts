import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../testing.ts';
import { readOwner } from './owner.ts';

const git = (cwd: string, ...args: string[]) => execFileSync('git', args, { cwd });

test.each([
  'git@github.com:Acme/Shop.git',
  'https://ada:secret@github.com/acme/shop.git',
  'ssh://git@github.com:22/acme/shop/',
])('%s is a repository by host and name alone', async (address) => {
  const folder = await temporaryFolder();
  git(folder, 'init', '-q');
  git(folder, 'remote', 'add', 'origin', address);
  expect(await readOwner(folder, {})).toEqual([
    'github.com/acme/shop',
    expect.stringContaining(`:${folder}`),
  ]);
  expect(await readOwner(folder, { CI: 'true' })).toEqual(['github.com/acme/shop']);
});

test('a repository without an address is known by its first commit', async () => {
  const folder = await temporaryFolder();
  git(folder, 'init', '-q');
  const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@shop.example'];
  git(folder, ...author, 'commit', '-q', '--allow-empty', '-m', 'first');
  const [repository] = await readOwner(folder, {});
  expect(repository).toMatch(/^the repository that begins with commit [0-9a-f]{12}$/);
  git(folder, 'remote', 'add', 'origin', '/srv/shop');
  expect((await readOwner(folder, {}))[0]).toBe(repository);
});

test('a workflow names its repository; outside of any there is the folder alone', async () => {
  const folder = await temporaryFolder();
  const env = { GITHUB_ACTIONS: 'true', CI: 'true' };
  const github = { GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/shop' };
  expect(await readOwner(folder, { ...env, ...github })).toEqual(['github.com/acme/shop']);
  expect(await readOwner(folder, {})).toEqual([expect.stringContaining(`:${folder}`)]);
});
