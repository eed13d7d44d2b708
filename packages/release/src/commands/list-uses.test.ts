import { expect, test } from 'vitest';
import { writeFiles } from '../testing.ts';
import { openWorkspace } from '../testing-shop.ts';
import { listUses } from './list-uses.ts';

/** A shop in which each version of the catalogue imports these names of @patchwork/shop. */
async function openShop() {
  const shop = await openWorkspace();
  await shop.publishShell('index.1.js');
  return {
    ...shop,
    async publishImporting(code: string, ...names: string[]) {
      const version = await shop.publish(code);
      const imports = {
        '@patchwork/shop': Object.fromEntries(names.map((n) => [n, `src/${n}.tsx`])),
      };
      const index = { format: 1, hash: code, modules: {}, packages: {}, imports };
      await writeFiles(`${shop.release}/remotes/mfe-catalog/${version}/types`, {
        'index.json': JSON.stringify(index),
      });
      return version;
    },
  };
}

test('a name is listed with each live version that imports it, and a file that does', async () => {
  const shop = await openShop();
  const a = await shop.publishImporting('a', 'cartAtom');
  const b = await shop.publishImporting('b', 'cartAtom', 'toast');
  await shop.canary(10, a);
  const use = { remote: 'mfe-catalog', module: '@patchwork/shop' };
  expect(await listUses(shop.release, 'cartAtom')).toEqual([
    { ...use, version: b, role: 'stable', file: 'src/cartAtom.tsx' },
    { ...use, version: a, role: 'canary', file: 'src/cartAtom.tsx' },
  ]);
  expect(await listUses(shop.release, 'toast')).toMatchObject([{ version: b, role: 'stable' }]);
});

test('a version that is no longer live uses nothing', async () => {
  const shop = await openShop();
  await shop.publishImporting('a', 'cartAtom');
  await shop.publishImporting('b');
  expect(await listUses(shop.release, 'cartAtom')).toEqual([]);
});
