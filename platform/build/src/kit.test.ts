import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readKit } from './kit.ts';
import { remoteConfig } from './remote-config.ts';

/** A workspace with a remote, and with a package of this code that exports a kit as '@host/shared/kit'. */
async function openWorkspace(code: string) {
  const workspace = await mkdtemp(path.join(tmpdir(), 'patchwork-kit-'));
  onTestFinished(() => rm(workspace, { recursive: true }));
  async function write(file: string, content: string | object): Promise<void> {
    const target = path.join(workspace, file);
    await mkdir(path.dirname(target), { recursive: true });
    await writeFile(target, typeof content === 'string' ? content : JSON.stringify(content));
  }
  const exports = { './kit': './kit.mjs' };
  await write('node_modules/@host/shared/package.json', { name: '@host/shared', exports });
  await write('node_modules/@host/shared/kit.mjs', code);
  await write('mfe-gifts/package.json', { name: 'mfe-gifts' });
  return { workspace, remote: path.join(workspace, 'mfe-gifts'), write };
}

const named = { patchwork: { kit: '@host/shared/kit' } };
const code = 'export const kit = { shared: { jotai: {} } };';

test.each(['mfe-gifts/package.json', 'package.json'])(
  'the kit that %s names is read',
  async (file) => {
    const { remote, write } = await openWorkspace(code);
    await write(file, named);
    expect(await readKit(remote)).toEqual({ shared: { jotai: {} } });
  },
);

test('where no package.json names a kit, it is empty', async () => {
  const { workspace, remote, write } = await openWorkspace(code);
  await write('package.json', { patchwork: { shop: 'https://shop.example' } });
  expect(await readKit(remote)).toEqual({ shared: {} });
  expect(await readKit(workspace)).toEqual({ shared: {} });
});

test.each([
  [
    'that is not installed',
    { patchwork: { kit: '@host/lost/kit' } },
    /names the kit “@host\/lost\/kit”, which can’t be loaded \(.+\): install its package$/,
  ],
  ['that is no name', { patchwork: { kit: 7 } }, /package\.json: patchwork\.kit: Invalid type/],
  ['in a broken file', '{ "patchwork"', /package\.json: document: Invalid JSON/],
])('a kit %s is reported with its file', async (_what, manifest, message) => {
  const { remote, write } = await openWorkspace(code);
  await write('package.json', manifest);
  await expect(readKit(remote)).rejects.toThrow(message);
});

test.each([
  ['export const other = 1;', /which exports no “kit”$/],
  ['throw new Error("broken");', /which can’t be loaded \(broken\)/],
])('a module without a kit is reported: %s', async (broken, message) => {
  const { remote, write } = await openWorkspace(broken);
  await write('package.json', named);
  await expect(readKit(remote)).rejects.toThrow(message);
});

const configure = (remote: string) => remoteConfig(remote)({ env: 'production', command: 'build' });

const declaration = (prerender: boolean) => ({
  ...{ id: 'mfe-gifts', team: 'Gifts', developmentPort: 3005 },
  routes: [{ page: 'gifts', path: '/gifts', access: 'open', module: './Gifts', prerender }],
});

test('a remote without a kit has a build, and no stand-alone page', async () => {
  const { remote, write } = await openWorkspace(code);
  await write('mfe-gifts/src/exposes/Gifts.tsx', '');
  await write('mfe-gifts/remote.json', declaration(false));
  expect(Object.keys((await configure(remote)).environments ?? {})).toEqual(['remote']);
  await write('mfe-gifts/remote.json', declaration(true));
  await expect(configure(remote)).rejects.toThrow(
    'mfe-gifts has "prerender" in remote.json, but no kit that renders its pages',
  );
});
