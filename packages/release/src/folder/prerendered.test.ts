import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing.ts';
import { prerenderedPages } from './prerendered.ts';

const versionOf = (entry: string) => ({
  ...{ id: 'mfe-catalog', team: 'Catalogue', version: '1.0.0', entry },
  ...{ routes: [], fragments: {}, files: {}, integrity: {}, shared: {} },
});
const registryWith = (entry: string) => ({
  remotes: [{ id: 'mfe-catalog', stable: versionOf(entry), previous: [] }],
});
const here = registryWith('/remotes/mfe-catalog/1.0.0/remoteEntry.js');

async function pagesOf(registry: typeof here, prerendered?: string) {
  const release = await temporaryFolder();
  if (prerendered !== undefined) {
    await writeFiles(release, { 'remotes/mfe-catalog/1.0.0/prerendered.json': prerendered });
  }
  return prerenderedPages(release, registry).map(({ module, forms }) => [module, forms]);
}

test('a picture of the remote gets the address that it has in the release folder', async () => {
  const forms = ['<img src="remote:/static/svg/hero.svg">', '<p>Loading</p>'];
  expect(await pagesOf(here, JSON.stringify({ './Home': forms }))).toEqual([
    ['./Home', ['<img src="/remotes/mfe-catalog/1.0.0/static/svg/hero.svg">', '<p>Loading</p>']],
  ]);
});

test('a page of an older build has one form', async () => {
  expect(await pagesOf(here, '{"./Home":"<h1>Home</h1>"}')).toEqual([
    ['./Home', ['<h1>Home</h1>']],
  ]);
});

test.each([[undefined], ['{"./Home":'], ['{"./Home":7}'], ['[]']])(
  'a version whose file holds %j has no prerendered pages',
  async (content) => {
    expect(await pagesOf(here, content)).toEqual([]);
  },
);

test('a remote on another server has none', async () => {
  const elsewhere = registryWith('https://cdn.example/remotes/mfe-catalog/1.0.0/remoteEntry.js');
  expect(await pagesOf(elsewhere, '{"./Home":"<h1>Home</h1>"}')).toEqual([]);
});
