import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../testing.ts';
import { remoteVersion, shellVersion } from '../testing.ts';
import { checkShellStores, checkStores } from './stores.ts';

/** A version's folder whose code stores under these names, or whose packages own them. */
async function storing(...stores: string[]): Promise<string> {
  const folder = await temporaryFolder();
  const index = { format: 1, hash: 'x', modules: {}, packages: {}, imports: {}, stores };
  await writeFiles(folder, { 'types/index.json': JSON.stringify(index) });
  return folder;
}

const declare = (...names: string[]) =>
  Object.fromEntries(
    names.map((name) => [name, { scope: 'tab' as const, purpose: 'A draft.' }] as const),
  );

async function remote(id: string, declared: string[], used = declared) {
  return remoteVersion({ id, version: '1', stores: declare(...declared) }, await storing(...used));
}

test('a remote stores under names of its own', async () => {
  const gifts = await remote('mfe-gifts', ['gift-draft']);
  const shell = shellVersion({ folder: await storing('cart') });
  expect(await checkStores(gifts, [await remote('mfe-cart', ['notes'])], shell)).toEqual([]);
  expect(await checkShellStores(shell, [gifts])).toEqual([]);
});

test('a name that another live remote has declared', async () => {
  const gifts = await remote('mfe-gifts', ['draft', 'gift-note']);
  const tester = await remote('mfe-tester', ['draft']);
  expect(await checkStores(gifts, [tester])).toEqual([
    {
      severity: 'refusal',
      rule: 'stores',
      file: 'remote.json',
      message:
        'remote.json of mfe-gifts 1 declares the stored name “draft”, which is mfe-tester 1’s: each would read and erase what the other has stored. Choose another name.',
      ours: 'mfe-gifts 1',
      live: 'mfe-tester 1',
    },
  ]);
});

test('a name that a package of the shell owns, whichever of the two comes second', async () => {
  const gifts = await remote('mfe-gifts', ['cart']);
  const shell = shellVersion({ folder: await storing('cart', 'wishlist') });
  const messages = [
    ...(await checkStores(gifts, [], shell)),
    ...(await checkShellStores(shell, [gifts])),
  ].map(({ message }) => message);
  expect(messages).toEqual([
    'remote.json of mfe-gifts 1 declares the stored name “cart”, which is shell 1.0.0-bbbbbbbbbb’s: each would read and erase what the other has stored. Choose another name.',
    'A package of shell 1.0.0-bbbbbbbbbb stores under “cart”, which is mfe-gifts 1’s: each would read and erase what the other has stored. Choose another name in the package.',
  ]);
});

test('a name that the code uses and remote.json does not declare', async () => {
  const gifts = await remote('mfe-gifts', [], ['cart', 'gift-draft']);
  expect((await checkStores(gifts, [])).map(({ message }) => message)).toEqual([
    'The code of mfe-gifts 1 stores under “cart”, “gift-draft”, which its remote.json does not declare. Add it to “stores”, with its scope and its purpose.',
  ]);
});
