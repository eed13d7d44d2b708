import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { expect, onTestFinished, test } from 'vitest';
import { basicsOf } from './build-basics.ts';
import { prerender, requireOneReact } from './prerender.ts';

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

/** Builds a remote with these files, whose pages.js renders its pages. */
async function buildRemote(root: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(root, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(root, name), text);
  const basics = basicsOf('mfe-catalog', root, 3005, { shared: {} });
  const module = path.join(root, 'pages.js');
  const rsbuild = await createRsbuild({
    cwd: root,
    config: {
      ...{ ...basics, logLevel: 'silent', source: { entry: { index: './index.js' } } },
      plugins: [
        prerender(root, { module, basics, additions: {}, isOpen: false, languages: ['en'] }),
      ],
    },
  });
  await rsbuild.build();
}

test('a build with two copies of React is refused', async () => {
  const { root, install } = await openRemote();
  const copies = [await install('', '19.3.1'), await install('mfe-catalog', '18.3.1')];
  for (const copy of copies) await writeFile(copy, 'export default 1;');
  const imports = copies.map((copy, index) => `import react${index} from ${JSON.stringify(copy)};`);
  const pages = `${imports.join('')} export const prerender = () => ({ './Home': react0 + react1 });`;
  await expect(buildRemote(root, { 'index.js': '', 'pages.js': pages })).rejects.toThrow(
    'two copies of React: React 18.3.1 from node_modules/react, and React 19.3.1 from ../node_modules/react.',
  );
});

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

test('a page with a picture by its address and a worker is prerendered, with the picture’s address in the build', async () => {
  const { root } = await openRemote();
  const files = {
    'index.js': "console.log(new URL('./dot.png', import.meta.url));",
    'pages.js': `
      export const start = () => new Worker(new URL('./worker.js', import.meta.url));
      const picture = new URL('./dot.png', import.meta.url).href;
      export const prerender = () => ({ './Home': picture });`,
    'worker.js': "import './gone.js';",
    'dot.png': 'picture',
  };
  await buildRemote(root, files);
  const { './Home': picture } = JSON.parse(
    await readFile(path.join(root, 'dist/prerendered.json'), 'utf8'),
  );
  expect(picture).toMatch(/^remote:\/static\/image\/dot\.\w+\.png$/);
  const built = path.join(root, 'dist', picture.replace('remote:', ''));
  expect(await readFile(built, 'utf8')).toBe('picture');
});
