import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { badDeprecations, changesOf, isEnough, nextVersion } from './public-types.ts';

async function folderWith(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'patchwork-types-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
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

test('the same types need no new version', async () => {
  const now = 'export const count: number = 1; export interface Line { quantity: number }';
  expect(await compare(cart, now)).toEqual([]);
});

test('a name that is gone needs a major version', async () => {
  expect(await compare(cart, 'export const count: number = 1;')).toEqual([
    { needs: 'major', what: 'Line of shop is gone' },
  ]);
});

test('a value with another type needs a major version', async () => {
  const now = "export const count = 'one'; export interface Line { quantity: number }";
  expect(await compare(cart, now)).toEqual([
    { needs: 'major', what: expect.stringMatching(/^count of shop has another type \(.*string/) },
  ]);
});

test('a value that does all that the old one did needs no new version', async () => {
  const before = 'export declare const add: (id: string) => void;';
  const now = 'export const add = (id: string, count = 1): void => { id.repeat(count); };';
  expect(await compare(before, now)).toEqual([]);
});

test('a type of values that other code makes needs a major version when it requires another field', async () => {
  const now =
    'export const count: number = 1; export interface Line { quantity: number; price: number }';
  expect(await compare(cart, now)).toMatchObject([{ needs: 'major' }]);
});

test('a new name needs a minor version', async () => {
  const now = `${cart.replace('declare const count: number', 'const count: number = 1')}; export const more = 2;`;
  expect(await compare(cart, now)).toEqual([{ needs: 'minor', what: 'more of shop is new' }]);
});

test('a deprecated name says since when, and what takes its place', async () => {
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
  expect(nextVersion('@patchwork/testing', '1.2.3', folder)).toBe('1.2.3');
});
