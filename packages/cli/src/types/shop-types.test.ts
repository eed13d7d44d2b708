import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { currentShopTypes, shopTypesFile } from './shop-types.ts';

const root = path.resolve(import.meta.dirname, '../../../..');

test('shop.d.ts is what the remotes declare', () => {
  const advice = 'shop.d.ts is out of date: “pnpm types” writes it again';
  expect(readFileSync(shopTypesFile(root), 'utf8'), advice).toBe(currentShopTypes(root));
});
