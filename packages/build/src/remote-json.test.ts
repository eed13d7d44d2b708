import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readRemoteJson } from './remote-json.ts';

/** A remote's folder with the given files in src/exposes. */
async function remoteFolder(declaration: object, files: readonly string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'mfe-gifts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(path.join(folder, 'src/exposes'), { recursive: true });
  for (const file of files) await writeFile(path.join(folder, 'src/exposes', file), '');
  const common = { id: 'mfe-gifts', team: 'Gifts', developmentPort: 3005, routes: [] };
  await writeFile(path.join(folder, 'remote.json'), JSON.stringify({ ...common, ...declaration }));
  return folder;
}

const route = { page: 'gifts', path: '/gifts', access: 'open', module: './Gifts' };

test('a remote exposes the components in src/exposes, and nothing else that is there', async () => {
  const files = ['Ribbon.tsx', 'Gifts.tsx', 'Gifts.test.tsx', 'notes.md'];
  const folder = await remoteFolder({ routes: [route] }, files);
  expect(readRemoteJson(folder).exposes).toEqual({
    './Gifts': './src/exposes/Gifts.tsx',
    './Ribbon': './src/exposes/Ribbon.tsx',
  });
});

test.each([{ routes: [route] }, { slots: { bar: './Gifts' } }])(
  'a declared module without a file is an error: %j',
  async (declaration) => {
    const folder = await remoteFolder(declaration, []);
    expect(() => readRemoteJson(folder)).toThrow(
      /remote\.json names \.\/Gifts, but src\/exposes\/Gifts\.tsx is missing$/,
    );
  },
);

test('an error names the field', async () => {
  const folder = await remoteFolder({ routes: [{ ...route, access: 'admin' }] }, ['Gifts.tsx']);
  expect(() => readRemoteJson(folder)).toThrow(/remote\.json: routes\.0\.access: /);
});
