import { spawnSync } from 'node:child_process';
import { chmod, cp, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
import { root } from './workspace.ts';

/** Creates a clone whose pnpm is pinned, and programs that are found before those of the machine. */
async function makeClone(programs: Readonly<Record<string, string>> = {}) {
  const home = await temporaryFolder();
  const clone = path.join(home, 'a clone');
  const { bin } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
  const manifest = { name: 'a', private: true, bin, packageManager: 'pnpm@0.0.1+sha512.00' };
  await writeFiles(clone, { 'package.json': JSON.stringify(manifest) });
  await cp(path.join(root, 'scripts/pnpm.mjs'), path.join(clone, 'scripts/pnpm.mjs'));
  for (const [file, text] of Object.entries(programs)) {
    await writeFiles(home, { [file]: `#!/bin/sh\n${text}\n` });
    await chmod(path.join(home, file), 0o755);
  }
  const env = {
    ...process.env,
    PATH: `${home}/bin:${process.env.PATH}`,
    npm_config_cache: path.join(home, 'cache'),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
  };
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: clone, env, encoding: 'utf8' });
  return { clone, run };
}

const pinned = 'a clone/.pnpm/pnpm@0.0.1/node_modules/.bin/pnpm';

test('npx pnpm runs the version that package.json pins, without asking the registry for the newest', async () => {
  const { run } = await makeClone({ [pinned]: 'printf "<%s>" "$@"; exit 7' });
  const { stdout, status } = run('npx', '--yes', 'pnpm', 'test', '--all', 'two words');
  expect({ stdout, status }).toEqual({ stdout: '<test><--all><two words>', status: 7 });
});

test('a clone installs its pnpm at the first command, and only then', async () => {
  const install = `echo "$@" >> ../asked; mkdir -p "$3/node_modules/.bin"
    printf '#!/bin/sh\\necho ran' > "$3/node_modules/.bin/pnpm"; chmod +x "$3/node_modules/.bin/pnpm"`;
  const { clone, run } = await makeClone({ 'bin/npm': install });
  for (const _call of [1, 2]) {
    expect(run(process.execPath, 'scripts/pnpm.mjs', 'start')).toMatchObject({
      stdout: 'ran\n',
      status: 0,
    });
  }
  const asked = await readFile(path.join(clone, '../asked'), 'utf8');
  expect(asked).toMatch(/^install --prefix \S+.*\.pnpm\/pnpm@0\.0\.1-\w+ .* pnpm@0\.0\.1\n$/);
  expect(await readdir(path.join(clone, '.pnpm'))).toEqual(['pnpm@0.0.1']);
});

test('an installation that fails leaves nothing, and the command fails', async () => {
  const { clone, run } = await makeClone({ 'bin/npm': 'mkdir "$3/half"; exit 1' });
  const { stderr, status } = run(process.execPath, 'scripts/pnpm.mjs', 'start');
  expect(stderr).toBe('pnpm@0.0.1 could not be installed from the registry, see above\n');
  expect(status).toBe(1);
  expect(await readdir(path.join(clone, '.pnpm'))).toEqual([]);
});
