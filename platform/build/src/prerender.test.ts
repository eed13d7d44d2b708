import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { requireOneReact } from './prerender.ts';

async function openRemote() {
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-react-'));
  onTestFinished(() => rm(home, { recursive: true }));
  async function install(place: string, version: string): Promise<string> {
    const folder = path.join(home, place, 'node_modules/react');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'package.json'), JSON.stringify({ version }));
    return path.join(folder, 'index.js');
  }
  return { root: path.join(home, 'mfe-catalog'), install };
}

test('a second copy of React is reported with its version and location', async () => {
  const { root, install } = await openRemote();
  const files = [await install('', '19.3.1'), await install('mfe-catalog', '18.3.1')];
  expect(() => requireOneReact(root, files)).toThrow(
    'The pages of mfe-catalog can’t be prerendered with two copies of React: React 19.3.1 from ../node_modules/react, and React 18.3.1 from node_modules/react. Install the version that the shop has, and one copy of it',
  );
});

test('several files of one React, and of react-dom beside it, count as one copy', async () => {
  const { root, install } = await openRemote();
  const react = await install('', '19.3.1');
  const files = [
    react,
    react.replace('index', 'jsx-runtime'),
    react.replace('react/', 'react-dom/'),
  ];
  expect(() => requireOneReact(root, files)).not.toThrow();
});
