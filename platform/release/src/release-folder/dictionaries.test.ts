import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, openWorkspace } from '../testing/release.ts';
import { deltaFor, dictionaryPattern } from './dictionaries.ts';

/** Code of 3 kB that compresses badly, with the given end. */
const code = (end: string): string =>
  Array.from({ length: 50 }, (_, line) =>
    createHash('sha256').update(String(line)).digest('hex'),
  ).join('') + end;

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest();
const script = 'static/js/async/Home.1a2b3c.js';

type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

const scriptOf = ({ release }: Workspace, version: string): Promise<Buffer> =>
  readFile(path.join(release, 'remotes/mfe-catalog', version, script));

const deltasOf = async ({ release }: Workspace, folder: string): Promise<string[]> =>
  (await filesIn(path.join(release, folder))).filter((file) => file.endsWith('.dcz'));

test('a new version’s script has a difference from each of three versions that visitors may have', async () => {
  const shop = await openWorkspace();
  const versions: string[] = [];
  for (const name of ['a', 'b', 'c', 'd']) versions.push(await shop.publish(code(name)));
  await shop.canary(10, versions[0] ?? '');
  // Visitors have d, a as the canary, and c or older ones.
  const next = await shop.publish(code('e'));
  const hashes = [versions[3], versions[0], versions[2]].map(async (version = '') =>
    sha256(await scriptOf(shop, version)).toString('hex'),
  );
  const expected = (await Promise.all(hashes)).map((hash) => `${script}.${hash}.dcz`);
  expect(await deltasOf(shop, `remotes/mfe-catalog/${next}`)).toEqual(expected.sort());
});

test('a browser restores the script from the difference and the version that it has', async () => {
  const shop = await openWorkspace();
  const first = await shop.publish(code('first'));
  const second = await shop.publish(code('second'));
  const [dictionary, after] = [await scriptOf(shop, first), await scriptOf(shop, second)];
  const hash = sha256(dictionary);
  const ending = deltaFor(`:${hash.toString('base64')}:`);
  const file = path.join(shop.release, 'remotes/mfe-catalog', second, script + ending);
  const delta = await readFile(file);
  // RFC 9842, 4: eight bytes that are always the same, then the dictionary's hash.
  expect(delta.subarray(0, 8).toString('hex')).toBe('5e2a4d1820000000');
  expect(delta.subarray(8, 40)).toEqual(hash);
  expect(delta.length).toBeLessThan(200);
  const { createDCtx, decompressUsingDict } = createRequire(import.meta.url)('@bokuweb/zstd-wasm');
  const frame = new Uint8Array(delta.subarray(40));
  const restored = decompressUsingDict(createDCtx(), frame, dictionary);
  expect(Buffer.from(restored).equals(after)).toBe(true);
});

test('a version is published although a file of the one before is missing', async () => {
  const shop = await openWorkspace();
  const first = await shop.publish(code('first'));
  await rm(path.join(shop.release, 'remotes/mfe-catalog', first, script));
  const second = await shop.publish(code('second'));
  expect(await deltasOf(shop, `remotes/mfe-catalog/${second}`)).toEqual([]);
});

test('the shell’s scripts have differences too, matched by their names without the hash', async () => {
  const shop = await openWorkspace();
  const [one, two] = ['1', '2'].map((digit) => `index.${digit.repeat(10)}.js`);
  await shop.publishShell(one ?? '', code('one'));
  await shop.publishShell(two ?? '', code('two'));
  const hash = sha256(await readFile(path.join(shop.release, 'static/js', one ?? '')));
  expect(await deltasOf(shop, 'static')).toEqual([`js/${two}.${hash.toString('hex')}.dcz`]);
});

test.each([
  ['/static/js/lib-index.0f6274a0ac.js', '/static/js/lib-index.*.js'],
  ['/static/js/async/mock.4d5fce28ad.js', '/static/js/async/mock.*.js'],
  ['/remotes/mfe-a/1.0.0-320817f51e/remoteEntry.js', '/remotes/mfe-a/*/remoteEntry.js'],
  ['/remotes/mfe-a/1.0.0-32/static/js/List.1716b51ac1.js', '/remotes/mfe-a/*/static/js/List.*.js'],
  ['/static/css/index.9658701f4c.css', undefined],
  ['/images/shirt.js', undefined],
  // Groups and names mean something in a URL pattern.
  ['/static/js/(a).0f6274a0ac.js', undefined],
  ['/static/js/:a.0f6274a0ac.js', undefined],
])('%s is a dictionary for %s', (address, pattern) => {
  expect(dictionaryPattern(address)).toBe(pattern);
});

test.each([
  undefined,
  '',
  ':short=:',
  `${'A'.repeat(43)}=`,
  `:${'A'.repeat(42)}/../=:`,
  `:${'A'.repeat(43)}=:, :${'B'.repeat(43)}=:`,
])('the invalid dictionary header %s names no copy', (available) => {
  expect(deltaFor(available)).toBeUndefined();
});
