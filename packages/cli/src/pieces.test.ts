import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ReleaseError } from '@patchwork/release';
import { expect, onTestFinished, test } from 'vitest';
import { currentShopTypes, readPieces, readRemotes, shopTypesFile } from './pieces.ts';

test.each([
  ['{"id":', 'remote.json: document: Invalid JSON'],
  [
    JSON.stringify({
      id: 'mfe-gifts',
      team: 'Gifts',
      developmentPort: 3005,
      routes: [{ page: 'gifts', path: '/gifts', access: 'friends', module: './Gifts' }],
      exposes: { './Gifts': './src/Gifts.tsx' },
    }),
    'remote.json: routes.0.access: ',
  ],
])('the declaration %j is refused in one sentence that names its file', async (text, message) => {
  const workspace = await mkdtemp(path.join(tmpdir(), 'patchwork-workspace-'));
  onTestFinished(() => rm(workspace, { recursive: true }));
  await mkdir(path.join(workspace, 'mfe-gifts'));
  await writeFile(path.join(workspace, 'mfe-gifts/remote.json'), text);
  const site = { root: workspace, isShop: true };
  expect(() => readRemotes(site)).toThrow(ReleaseError);
  expect(() => readRemotes(site)).toThrow(message);
  // The other pieces of the workspace can still be built and released.
  expect(readPieces(site).map(({ name }) => name)).toEqual(['shell', 'mfe-gifts']);
});

const root = path.resolve(import.meta.dirname, '../../..');

test('shop.d.ts matches what the remotes declare', () => {
  const advice = 'shop.d.ts is out of date: “pnpm types” writes it again';
  expect(readFileSync(shopTypesFile(root), 'utf8'), advice).toBe(currentShopTypes(root));
});
