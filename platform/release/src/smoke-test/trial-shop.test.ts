import { expect, onTestFinished, test } from 'vitest';
import { readRegistry } from '../release-folder/registry.ts';
import { buildRemote, openWorkspace, publishPiece, writeFiles } from '../testing/release.ts';
import { openTrialShop } from './trial-shop.ts';

const gift = {
  ...{ page: 'gift', path: '/gifts/:id', access: 'open', module: './Home', prerender: true },
  head: {
    ...{ title: 'A gift', data: '/api/gifts/:id' },
    sitemap: { data: '/api/gifts', list: 'gifts', parameters: { id: 'name' } },
  },
};

/** A page that is rendered differently each time. */
const renderer = `let count = 0;
exports.render = async () => ({ html: String((count += 1)), seed: '{}' });`;

/** The trial of a live remote whose page needs a gift's id. */
async function openTrial(sample?: () => Promise<Response>) {
  const { release, piece, context, publishShell } = await openWorkspace();
  await publishShell('index.111.js');
  await buildRemote(piece);
  const declaration = { id: 'mfe-catalog', team: 'Gifts', developmentPort: 3001, routes: [gift] };
  await writeFiles(piece, {
    'remote.json': JSON.stringify(declaration),
    'dist/remote.json': JSON.stringify(declaration),
    'dist/prerendered.json': JSON.stringify({ './Home': '<h1>A gift</h1>' }),
    'dist/.renderer.cjs': renderer,
  });
  await publishPiece(piece, context);
  const after = await readRegistry(release);
  const trial = await openTrialShop(
    { before: { ...after, remotes: [] }, after, roots: [release] },
    { ...(sample && { readSample: sample }) },
  );
  onTestFinished(trial.close);
  return trial;
}

const faultsIn = async ({
  candidates: [remote],
  renderingFaults,
}: Awaited<ReturnType<typeof openTrial>>) => remote && [...(await renderingFaults(remote))];

test('a trial opens a page of the sample data, and renders it as a server does', async () => {
  const trial = await openTrial(async () => Response.json({ gifts: [{ name: 'mug' }] }));
  expect(await trial.fill(gift.path)).toBe('/gifts/mug');
  expect(await faultsIn(trial)).toEqual([
    ['page /gifts/mug', expect.stringContaining('is rendered differently each time')],
  ]);
});

test('without sample data, a page is opened with an invented id, and not rendered', async () => {
  const trial = await openTrial();
  expect(await trial.fill(gift.path)).toBe('/gifts/1');
  expect(await faultsIn(trial)).toEqual([]);
});
