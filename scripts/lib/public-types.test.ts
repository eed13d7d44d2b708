import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
import { badDeprecations, changesOf, isEnough, nextVersion } from './public-types.ts';

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await realpath(await temporaryFolder());
  await writeFiles(folder, files);
  return folder;
}

async function compare(released: string, now: string) {
  const folder = await folderWith({ 'now.ts': now, 'released.d.ts': `// 1.0.0\n${released}` });
  const file = (name: string) => path.join(folder, name);
  const module = { name: 'shop', source: file('now.ts'), released: file('released.d.ts') };
  const options = { strict: true, lib: ['lib.es5.d.ts'], types: [] };
  return changesOf(module, options, file('questions.ts'));
}

const cart = 'export declare const count: number; export interface Line { quantity: number }';

test('a value with another type needs a major version', async () => {
  const now = "export const count = 'one'; export interface Line { quantity: number }";
  expect(await compare(cart, now)).toEqual([
    { needs: 'major', what: expect.stringMatching(/^count of shop has another type \(.*string/) },
  ]);
});

const sameCount = 'export const count: number = 1';
const add = 'export declare const add: (id: string) => void;';
const addMany = 'export const add = (id: string, count = 1): void => { id.repeat(count); };';
const gone = { needs: 'major', what: 'Line of shop is gone' };
const added = { needs: 'minor', what: 'more of shop is new' };
const line = 'export interface Line { quantity: number';

test.each([
  ['the same types need no new version', cart, `${sameCount}; ${line} }`, []],
  ['a name that is gone needs a major version', cart, sameCount, [gone]],
  ['a value that does all that the old one did needs no new version', add, addMany, []],
  [
    'a type of values that other code makes needs a major version when it requires another field',
    ...[cart, `${sameCount}; ${line}; price: number }`, [{ needs: 'major' }]],
  ],
  [
    'a new name needs a minor version',
    cart,
    `${sameCount}; ${line} }; export const more = 2;`,
    [added],
  ],
] as [string, string, string, object[]][])('%s', async (_what, before, now, changes) => {
  expect(await compare(before, now)).toMatchObject(changes);
});

test('a deprecated name says since when, and what replaces it', async () => {
  const folder = await folderWith({
    'now.ts': `/** @deprecated since 1.2: use sum */ export const total = 1;
      /** @deprecated */ export const count = 2;`,
  });
  const module = { name: 'shop', source: path.join(folder, 'now.ts'), released: '' };
  expect(badDeprecations(module, { lib: ['lib.es5.d.ts'], types: [] })).toEqual([
    'count of shop is deprecated: write “@deprecated since 1.2: use …”.',
  ]);
});

test.each([
  ['major', '1.2.0', '1.3.0', false],
  ['major', '1.2.0', '2.0.0', true],
  ['minor', '1.2.0', '1.2.1', false],
  ['minor', '1.2.0', '1.2.0', false],
  ['minor', '1.2.0', '1.3.0', true],
] as const)('a change that needs a %s version is enough from %s to %s: %s', (...row) => {
  const [needs, released, next, enough] = row;
  expect(isEnough(needs, released, next)).toBe(enough);
});

test('the next version is raised by the largest of the changesets that name the package', async () => {
  const folder = await folderWith({
    'a.md': '---\n"@patchwork/shop": patch\n---\n\nA fix.\n',
    'b.md': '---\n"@patchwork/shop": minor\n"@patchwork/build": major\n---\n\nA name.\n',
    'empty.md': '---\n---\n\nNothing for users.\n',
    'README.md': 'How to write one.',
  });
  expect(nextVersion('@patchwork/shop', '1.2.3', folder)).toBe('1.3.0');
  expect(nextVersion('@patchwork/kit/testing', '1.2.3', folder)).toBe('1.2.3');
});
