import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ReleaseError } from '@patchwork/release';
import { temporaryFolder, writeFiles } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
import {
  currentShopTypes,
  readPieces,
  readRemotes,
  shopOf,
  shopTypesFile,
  shopTypesProblem,
  writeShopTypes,
} from './pieces.ts';

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
  const site = { root: await temporaryFolder(), isShop: true };
  await writeFiles(site.root, { 'mfe-gifts/remote.json': text });
  expect(() => readRemotes(site)).toThrow(ReleaseError);
  expect(() => readRemotes(site)).toThrow(message);
  // The other pieces of the workspace can still be built and released.
  expect(readPieces(site).map(({ name }) => name)).toEqual(['shell', 'mfe-gifts']);
});

test.each([
  [{ 'package.json': '{"patchwork":{"shop":"https://shop.example"}}' }, 'https://shop.example'],
  [{ 'package.json': '{"name":"mfe-gifts"}' }, undefined],
  [{ 'remote.json': '{}' }, undefined],
])('the shop of a repository with %j is %j', async (files, shop) => {
  const site = { root: await temporaryFolder(), isShop: false };
  await writeFiles(site.root, files);
  expect(shopOf(site)).toBe(shop);
});

test('what shop.d.ts lacks of the remotes’ declarations is said, with the command that adds it', async () => {
  const route = { page: 'gifts', path: '/gifts', access: 'open', module: './Gifts' };
  const declaration = { id: 'mfe-gifts', team: 'Gifts', developmentPort: 3005, routes: [route] };
  const site = { root: await temporaryFolder(), isShop: true };
  await writeFiles(site.root, {
    'mfe-gifts/remote.json': JSON.stringify(declaration),
    'mfe-gifts/src/exposes/Gifts.tsx': '',
  });
  expect(shopTypesProblem(site)).toBe(
    'shop.d.ts lacks gifts: object: code that names it has type errors until you run “pnpm types”',
  );
  await writeShopTypes(site.root);
  expect(shopTypesProblem(site)).toBeUndefined();
});

const root = path.resolve(import.meta.dirname, '../../..');

test('shop.d.ts matches what the remotes declare', () => {
  const advice = 'shop.d.ts is out of date: “pnpm types” writes it again';
  expect(readFileSync(shopTypesFile(root), 'utf8'), advice).toBe(currentShopTypes(root));
});
