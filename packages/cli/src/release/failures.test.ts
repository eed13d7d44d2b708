import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { writeFiles } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
import { openTerminal } from './testing.ts';

test('a list with an entry that can’t be read says so, and does not advise to write the page again', async () => {
  const { root, run } = await openTerminal();
  const registry = { format: 2, remotes: [null, 5, { id: 'x' }] };
  await writeFiles(root, { '.release/registry.json': JSON.stringify(registry) });
  const { code, out } = await run('list');
  expect(code).toBe(0);
  expect(out).toMatch(
    /^registry.json: left out remote 1: .*\n.*left out remote 2: .*\n.*left out x: .*\n$/,
  );
  expect((await run('list', '--json')).json()).toMatchObject({
    pieces: [],
    problems: [{}, {}, {}].map(() => expect.stringContaining('left out')),
  });
  await run('publish', '--all');
  await writeFiles(root, { '.release/index.html': 'another page' });
  const listed = await run('list');
  expect(listed.out).toContain('index.html is not the page of this registry');
  expect(listed.out).not.toContain('patchwork write-page');
  const written = await run('write-page');
  expect(written.out).toContain('left out x: ');
  expect((await run('write-page', '--json')).json().problems).toHaveLength(3);
});

test('a command that only reads creates no release folder', async () => {
  const { root, run } = await openTerminal();
  await run('write-page');
  await run('prune', '--keep', '1', '--dry-run');
  expect(await readdir(root)).not.toContain('.release');
});

test('an error of the file system is explained in one line', async () => {
  const { root, run } = await openTerminal();
  await writeFiles(root, { 'a-file': '' });
  const { code, err } = await run('publish', 'mfe-catalog', '--to', 'a-file');
  expect(code).toBe(3);
  expect(err.split('\n').at(-2)).toMatch(
    /a-file.*: .* Name another folder, or move the file away \((?:ENOTDIR|EEXIST)\)$/,
  );
  expect(err).not.toContain('    at ');
});

test('a registry that can’t be read ends a command with 3', async () => {
  const { root, run } = await openTerminal();
  await writeFiles(root, { '.release/registry.json': '{' });
  const { code, err } = await run('publish', '--all');
  expect(code).toBe(3);
  expect(err).toContain('registry.json cannot be read');
});

test('a declaration that can’t be read stops only the commands that need this build', async () => {
  const { root, run } = await openTerminal();
  await run('publish', '--all');
  const declaration = path.join(root, 'mfe-catalog/remote.json');
  const text = (await readFile(declaration, 'utf8')).replace('"open"', '"friends"');
  await writeFiles(root, { 'mfe-catalog/remote.json': text });
  for (const command of ['publish', 'check']) {
    const { code, err } = await run(command, '--all');
    expect({ code, err }).toEqual({
      code: 3,
      err: expect.stringContaining(`${declaration}: routes.0.access: Invalid type`),
    });
  }
  expect((await run('check', 'shell')).code).toBe(0);
  expect((await run('list')).code).toBe(0);
  expect((await run('check', 'mfe-catalog', 'stable')).code).toBe(0);
  expect((await run('rollback', 'mfe-catalog')).err).toContain('has no previous version');
});
