import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeClone } from './testing-workflow.ts';

test('a release is handed over to its branch, and fetched from there by the next run', async () => {
  const { folder, git, step, outputs } = await makeClone();
  const release = path.join(folder, '.release');
  /** The second job has a folder of its own. */
  async function handOver(): Promise<void> {
    const [, live = ''] = /^live=(.*)$/m.exec(await outputs()) ?? [];
    await step('Pack the release');
    await rm(release, { recursive: true });
    await step('Unpack the release');
    await step('Hand over', { LIVE: live, MESSAGE: 'Release shell mfe-catalog', TAG: 'true' });
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

test('a folder that was made before another release is not handed over', async () => {
  const { folder, git, step, outputs } = await makeClone();
  const release = path.join(folder, '.release');
  await mkdir(release);
  await writeFile(path.join(release, 'registry.json'), 'first');
  const first = { LIVE: '', MESSAGE: 'Release one', TAG: 'false' };
  await step('Hand over', first);
  await rm(release, { recursive: true });
  await step('Fetch what is live');
  const [, live = ''] = /^live=(.*)$/m.exec(await outputs()) ?? [];
  await writeFile(path.join(release, 'registry.json'), 'rolled back meanwhile');
  await step('Hand over', { ...first, LIVE: live });
  await writeFile(path.join(release, 'registry.json'), 'made before that');
  await expect(step('Hand over', { ...first, LIVE: live })).rejects.toThrow('rejected');
  await expect(step('Hand over', first)).rejects.toThrow('rejected');
  expect(git('show', 'origin/release:registry.json')).toBe('rolled back meanwhile');
});

/** A `pnpm` that writes what it was asked to a file, prints a sentence, and ends with this code. */
async function fakePnpm(folder: string, code: number): Promise<Record<string, string>> {
  const script = `#!/bin/bash\nprintf '%s\\n' "$@" > "${folder}/asked"\necho said\nexit ${code}\n`;
  await mkdir(path.join(folder, 'bin'), { recursive: true });
  await writeFile(path.join(folder, 'bin/pnpm'), script, { mode: 0o755 });
  return { PATH: `${folder}/bin:${process.env.PATH}`, ACTION: 'synchronize' };
}

/** Builds that a pull request's job passes on: the live version of mfe-catalog, changed, and a new one. */
async function openPreview() {
  const clone = await makeClone();
  const { folder, step } = clone;
  const release = path.join(folder, '.release');
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(release, file)), { recursive: true });
    await writeFile(path.join(release, file), text);
  };
  const remotes = [
    { id: 'mfe-catalog', stable: { version: '2-new' } },
    { id: 'mfe-account', stable: { version: '1-live' } },
    { id: 'mfe-checkout', stable: { version: '1-live' } },
  ];
  await write('registry.json', JSON.stringify({ remotes }));
  await write('remotes/mfe-catalog/2-new/entry.js', 'new');
  await symlink('/etc/hostname', path.join(release, 'remotes/mfe-catalog/2-new/link'));
  await write('remotes/mfe-account/1-live/entry.js', 'changed');
  await step('Pack the preview', { PIECES: 'shell mfe-catalog mfe-account' });
  await rm(release, { recursive: true });
  await write('remotes/mfe-account/1-live/entry.js', 'live');
  await write('registry.json', '{\n  "name": "pr-4"\n}');
  return { ...clone, release, write };
}

test('of a pull request’s build, only plain files of new versions are taken', async () => {
  const { release, step, outputs } = await openPreview();
  expect(await outputs()).toBe('remotes=remotes/mfe-catalog/2-new remotes/mfe-account/1-live\n');
  await step('Take the built versions');
  const taken = await readdir(release, { recursive: true });
  expect(taken.filter((file) => /\.js$|link/.test(file)).sort()).toEqual([
    'remotes/mfe-account/1-live/entry.js',
    'remotes/mfe-catalog/2-new/entry.js',
  ]);
  const live = await readFile(path.join(release, 'remotes/mfe-account/1-live/entry.js'), 'utf8');
  expect(live).toBe('live');
});

test('the preview names each version, and the comment is what the command said', async () => {
  const { folder, step, outputs } = await openPreview();
  await outputs();
  await step('Take the built versions');
  await step('Move the preview', await fakePnpm(folder, 0));
  expect((await readFile(path.join(folder, 'asked'), 'utf8')).trim().split('\n')).toEqual([
    ...['--silent', 'release', 'preview', '--no-load', '--name', 'pr-42', '--'],
    ...['mfe-account@1-live', 'mfe-catalog@2-new'],
  ]);
  expect(await outputs()).toMatch(/^moved=true\ncomment<<(\w{32})\nsaid\n\1\n$/);
  await step('Move the preview', await fakePnpm(folder, 1));
  expect(await outputs()).toMatch(/^comment<<(\w{32})\nsaid\n\1\n$/);
  await expect(step('Move the preview', await fakePnpm(folder, 3))).rejects.toThrow();
});

test('a closed pull request ends its preview, if it has one', async () => {
  const { folder, step, outputs, write } = await openPreview();
  await outputs();
  const closed = { ...(await fakePnpm(folder, 0)), ACTION: 'closed' };
  await step('Move the preview', closed);
  expect(await outputs()).toBe('');
  await write('registry.json', JSON.stringify({ previews: [{ name: 'pr-42' }] }, null, 2));
  await step('Move the preview', closed);
  expect((await readFile(path.join(folder, 'asked'), 'utf8')).trim().split('\n')).toEqual([
    ...['--silent', 'release', 'end-preview', 'pr-42'],
  ]);
  expect(await outputs()).toMatch(/^moved=true\n/);
});
