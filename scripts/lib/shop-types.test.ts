import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { currentShopTypes, shopTypesFile } from './shop-types.ts';

test('shop.d.ts is what the remotes declare', () => {
  const advice = 'shop.d.ts is out of date: “pnpm types” writes it again';
  expect(readFileSync(shopTypesFile(), 'utf8'), advice).toBe(currentShopTypes());
});
