import { execFile } from 'node:child_process';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { createGate, emitTypes, publish } from '@patchwork/release';
import { buildShell, contextOf, temporaryFolder } from '@patchwork/release/testing';
import { change, smallWorkspace, thisWorkspace } from '@patchwork/release/testing-gate';
import { expect, test } from 'vitest';
import { openTerminal } from './testing.ts';

// Timeout in ms: the compiler reads React's types and the browser's.
const time = 120_000;

const example = 'mfe-size-guide';

/** A copy of the remote that no bundler has made, outside of every workspace. */
async function copyExample() {
  const folder = path.join(await temporaryFolder(), example);
  await cp(path.join(thisWorkspace, 'examples', example), folder, { recursive: true });
  const build = () => promisify(execFile)(process.execPath, [path.join(folder, 'build.mjs')]);
  return { folder, build };
}

/** A release folder with a live shell, and the real gate in front of it. */
async function openShop() {
  const workspace = await smallWorkspace();
  const shell = path.join(workspace, 'shell');
  const { types } = await emitTypes(workspace, shell);
  const gate = createGate(workspace);
  const { root, run } = await openTerminal({ gate });
  const release = path.join(root, '.release');
  await buildShell(shell);
  await publish(contextOf(release, { gate }), [{ name: 'shell', folder: shell, types }]);
  const registry = async () =>
    JSON.parse(await readFile(path.join(release, 'registry.json'), 'utf8'));
  return { run, registry };
}

test('a remote that no bundler has made passes the gate and is published from its folder', {
  timeout: time,
}, async () => {
  const { run, registry } = await openShop();
  const { folder, build } = await copyExample();
  await build();
  const { code, out, err } = await run('publish', folder);
  expect(err).not.toContain('refused');
  expect(out).toMatch(/published {2}mfe-size-guide {2}1\.0\.0-\w{10}/);
  expect(code).toBe(0);
  const [{ stable }] = (await registry()).remotes;
  expect(stable).toMatchObject({
    id: example,
    files: { './SizeGuide': ['size-guide.css'] },
    shared: { react: { requiredVersion: '^19.0.0' } },
  });
  expect(Object.keys(stable.integrity)).toContain('types/index.json');
  // A change of a few words makes a version that can be a canary.
  await change(path.join(folder, 'src/remoteEntry.js'), 'Chest in cm', 'Chest (cm)');
  await build();
  expect((await run('canary', folder, '10')).out).toContain('10 % of the visitors get');
  expect((await run('preview', folder, '--name', 'pr-42')).code).toBe(0);
});

const mistakes: [file: string, from: string, to: string, message: string][] = [
  ['types/SizeGuide.d.ts', 'Type;', 'Type<{ size: string }>;', './SizeGuide is not what shell'],
  ['src/size-guide.css', '@layer app.mfe-size-guide', '@layer app', 'not in the remote’s layer'],
  ['build.mjs', '^19.0.0', '^18.0.0', 'accepts react ^18.0.0'],
  ['build.mjs', "path: './SizeGuide'", "path: './Guide'", 'which its build does not expose'],
  ['build.mjs', 'dist/types/index.json', 'dist/types/other.json', 'without types/index.json'],
];

test('the gate refuses it for the same faults as any remote', { timeout: time }, async () => {
  const { run, registry } = await openShop();
  for (const [file, from, to, message] of mistakes) {
    const { folder, build } = await copyExample();
    await change(path.join(folder, file), from, to);
    await build();
    const { code, err } = await run('publish', folder);
    expect(err).toContain(message);
    expect(code).not.toBe(0);
  }
  expect((await registry()).remotes).toEqual([]);
});
