import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../testing.ts';
import { remoteVersion, thisWorkspace } from '../testing.ts';
import { checkCopies, marks } from './copies.ts';

async function remoteWith(script: string, imports: object = {}, shared: object = {}) {
  const folder = await temporaryFolder();
  const index = { format: 1, hash: 'x', modules: {}, packages: {}, imports };
  await writeFiles(folder, { 'static/a.js': script, 'types/index.json': JSON.stringify(index) });
  return remoteVersion({ integrity: { 'static/a.js': 'x' }, shared: { ...shared } }, folder);
}

test('a copy of its own of a shared package is refused, by the file that holds it', async () => {
  const remote = await remoteWith('x=()=>{throw new Error("no atom init")}');
  expect(await checkCopies(remote)).toEqual([
    {
      severity: 'refusal',
      rule: 'copies',
      file: 'static/a.js',
      message:
        'static/a.js of mfe-shop 1.1.0-aaaaaaaaaa holds a copy of jotai, but a page has one, which the shell brings: the remote’s own would have other values. List the package in “shared” of the build with import: false, and import it by its bare name.',
      ours: 'mfe-shop 1.1.0-aaaaaaaaaa',
    },
  ]);
  const own = await remoteWith('React.__CLIENT_INTERNALS_DO_NOT_USE==x&&"jotai"');
  expect(await checkCopies(own)).toEqual([]);
});

test('a package that is imported, and not shared, is refused', async () => {
  const imports = { '@patchwork/shop': { cartAtom: 'src/a.js' } };
  expect(await checkCopies(await remoteWith('', imports))).toMatchObject([
    {
      rule: 'copies',
      message:
        'types/index.json of mfe-shop 1.1.0-aaaaaaaaaa says that it imports @patchwork/shop, which its build does not get from the shell: dist/mf-manifest.json lists no such shared package. Share it with import: false, or leave it out of “imports”.',
    },
  ]);
  const shared = { '@patchwork/shop': { version: '1.0.0', requiredVersion: '^1.0.0' } };
  expect(await checkCopies(await remoteWith('', imports, shared))).toEqual([]);
});

const shell = createRequire(path.join(thisWorkspace, 'shell/package.json'));
const routerFacade = createRequire(path.join(thisWorkspace, 'packages/router/package.json'));
const domRouter = createRequire(routerFacade.resolve('react-router-dom'));

test.each([
  ['react', path.join(shell.resolve('react'), '../cjs/react.production.js')],
  ['react-dom', path.join(shell.resolve('react-dom'), '../cjs/react-dom-client.production.js')],
  ['jotai', path.join(shell.resolve('jotai'), '../esm/vanilla/internals.mjs')],
  ['react-router', domRouter.resolve('react-router')],
  ['the shop’s state', path.join(thisWorkspace, 'packages/state/src/services.ts')],
])('the installed %s holds the text by which a copy is known', async (name, file) => {
  const [, mark] = marks.find(([known]) => known === name) ?? [];
  const folder = path.dirname(file);
  const names = name === 'react-router' ? await readdir(folder) : [path.basename(file)];
  const modules = names.filter((each) => /\.(?:ts|m?js)$/.test(each));
  const texts = await Promise.all(modules.map((each) => readFile(path.join(folder, each), 'utf8')));
  expect(
    texts.some((text) => mark?.test(text)),
    file,
  ).toBe(true);
});
