import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { temporaryFolder, writeFiles } from '@patchwork/release/testing';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { type ApiReport, formatReport, MENTIONED, parseReport } from './api-report.ts';
import { badDeprecations, changesOf, isEnough, nextVersion } from './public-types.ts';
import { readApi } from './read-api.ts';

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await realpath(await temporaryFolder());
  await writeFiles(folder, files);
  return folder;
}

const options = { strict: true, lib: ['lib.es5.d.ts'], types: [], stableTypeOrdering: true };

async function reportOf(text: string): Promise<ApiReport> {
  const source = path.join(await folderWith({ 'index.ts': text }), 'index.ts');
  return readApi(ts.createProgram([source], options), [{ name: 'shop', source }]);
}

/** Compares two forms of a module, the first as a report that was written and read. */
async function compare(released: string, now: string) {
  const written = formatReport('1.0.0', await reportOf(released));
  expect(parseReport(written).version).toBe('1.0.0');
  return changesOf(parseReport(written).report, await reportOf(now));
}

const cart = 'export const count: number = 1; export interface Line { quantity: number }';

test('a value with another type needs a major version', async () => {
  const now = "export const count: string = ''; export interface Line { quantity: number }";
  expect(await compare(cart, now)).toEqual([
    { needs: 'major', what: 'count of shop has another type (now string, before number)' },
  ]);
});

const sameCount = 'export const count: number = 2 + 3';
const add = 'export const add = (id: string): void => { id.trim(); };';
const addMany = 'export const add = (id: string, count = 1): void => { id.repeat(count); };';
const addSome = 'export const add = (id: string, count: number): void => { id.repeat(count); };';
const line = 'export interface Line { quantity: number';
const toast = 'export const toast = { info(text: string) { text.trim(); } ';
const state =
  'export const state: { line: Line } = { line: { quantity: 1 } }; interface Line { quantity: number';

const gone = (what: string) => ({ needs: 'major', what: `${what} is gone` });
const added = (what: string) => ({ needs: 'minor', what: `${what} is new` });
const required = (what: string) => ({ needs: 'major', what: `${what} is new and required` });

test.each([
  ['the same types need no new version', cart, `${sameCount}; ${line} }`, []],
  ['a name that is gone needs a major version', cart, sameCount, [gone('Line of shop')]],
  [
    'a parameter that may be left out needs a minor version',
    ...[add, addMany, [added('add(1) of shop')]],
  ],
  [
    'a parameter that is required needs a major version',
    add,
    addSome,
    [required('add(1) of shop')],
  ],
  [
    'a type of values that other code makes needs a major version when it requires another field',
    ...[cart, `${sameCount}; ${line}; price: number }`, [required('Line.price of shop')]],
  ],
  [
    'a type needs a minor version for a field that may be left out',
    ...[cart, `${sameCount}; ${line}; price?: number }`, [added('Line.price of shop')]],
  ],
  [
    'a value needs a minor version for another function',
    ...[
      `${toast}};`,
      `${toast}, hide(id: string) { id.trim(); } };`,
      [added('toast.hide of shop')],
    ],
  ],
  [
    'a new name needs a minor version',
    cart,
    `${sameCount}; ${line} }; export const more = 2;`,
    [added('more of shop')],
  ],
  [
    'an unexported type that a signature mentions counts as well',
    ...[`${state} }`, `${state}; price: number }`, [required('Line.price')]],
  ],
  [
    'what others add to an empty interface is no change',
    'declare global { interface Pages {} } export type Page = keyof Pages;',
    'declare global { interface Pages {} interface Pages { home: object } } export type Page = keyof Pages;',
    [],
  ],
] as [string, string, string, object[]][])('%s', async (_what, before, now, changes) => {
  expect(await compare(before, now)).toEqual(changes);
});

test('two mentioned types of one name are told apart', async () => {
  const module = (type: string) =>
    `namespace one { export interface Line { id: string } } namespace two { export interface Line { id: ${type} } }
    export declare const lines: [one.Line, two.Line];`;
  expect(await compare(module('number'), module('boolean'))).toMatchObject([
    { needs: 'major', what: expect.stringMatching(/^Line#2.id has another type/) },
  ]);
});

test('what a peer exports is named, however it has changed, and what it keeps to itself is described', async () => {
  const reportBeside = async (price: string) => {
    const folder = await folderWith({
      'shop.ts': `interface Hidden { id: string } interface Line { price: ${price}; hidden: Hidden }
        export type { Line as CartLine }; export type Id = string; export const empty: Line[] = [];`,
      'kit.ts': `import { type CartLine, empty } from './shop.ts'; export { empty };
        export const first: CartLine = empty[0]!; export const id: string = '';
        export const hidden: CartLine['hidden'] = first.hidden;`,
    });
    const source = path.join(folder, 'kit.ts');
    const shop = { name: 'shop', source: path.join(folder, 'shop.ts') };
    const program = ts.createProgram([source, shop.source], options);
    return readApi(program, [{ name: 'kit', source }], [{ name: 'shop', modules: [shop] }]);
  };
  const report = await reportBeside('number');
  expect(Object.fromEntries(report.get('kit') ?? [])).toEqual({
    empty: ': empty of shop',
    first: ': Line',
    hidden: ': object',
    'hidden.id': ': string',
    id: ': string',
  });
  expect([...(report.get(MENTIONED) ?? [])]).toEqual([['Line', ': CartLine of shop']]);
  expect(changesOf(report, await reportBeside('string'))).toEqual([]);
});

test('a report of long types has short lines, and tells one long type from another', async () => {
  const names = Array.from({ length: 300 }, (_, index) => `'name-${index}'`);
  const module = (all: string[]) => `export const name: ${all.join(' | ')} = 'name-0';`;
  const text = formatReport('1.0.0', await reportOf(module(names)));
  expect(Math.max(...text.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(120);
  expect(text.length).toBeLessThan(500);
  expect(await compare(module(names), module(names.slice(1)))).toMatchObject([{ needs: 'major' }]);
});

test('a deprecated name says since when, and what replaces it', async () => {
  const folder = await folderWith({
    'now.ts': `/** @deprecated since 1.2: use sum */ export const total = 1;
      /** @deprecated */ export const count = 2;`,
  });
  const source = path.join(folder, 'now.ts');
  const program = ts.createProgram([source], options);
  expect(badDeprecations(program, { name: 'shop', source })).toEqual([
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
