import path from 'node:path';
import { expect, test } from 'vitest';
import { findPlace } from './find-place.ts';

const script = 'http://localhost:3005/static/js/Lab.js';

const at = (file: string, line: number, column: number) => ({
  ...{ directive: 'connect-src', blocked: 'https://api.example', sample: '', element: '' },
  ...{ file, line, column },
});

const readOf = (files: Readonly<Record<string, string>>) => async (address: string) =>
  files[address];

/** Source map whose only mapping is from the start of line 2 to line 12, column 5 of the source. */
const mapTo = (source: string) =>
  JSON.stringify({ version: 3, sources: [source], names: [], mappings: ';AAWI' });

test.each([
  ['beside the script', 'a\nb', { [`${script}.map`]: mapTo('webpack://mfe-lab/./src/Lab.tsx') }],
  [
    'that the script names',
    'a\nb\n//# sourceMappingURL=maps/Lab.map',
    { 'http://localhost:3005/static/js/maps/Lab.map': mapTo('webpack://mfe-lab/./src/Lab.tsx?x') },
  ],
  [
    'inside the script',
    `a\nb\n//# sourceMappingURL=data:application/json;base64,${Buffer.from(mapTo('./src/Lab.tsx')).toString('base64')}`,
    {},
  ],
  ['with paths of this machine', 'a\nb', { [`${script}.map`]: mapTo(path.resolve('src/Lab.tsx')) }],
])('a place is found in the source by a source map %s', async (_where, code, maps) => {
  const place = await findPlace(at(script, 2, 1), readOf({ [script]: code, ...maps }));
  expect(place).toEqual({ name: 'src/Lab.tsx:12:5' });
});

test('without a source map, the place is in the script, with the code there if it is minified', async () => {
  const code = `${'x'.repeat(400)}fetch("https://api.example/graphql")${'y'.repeat(400)}`;
  expect(await findPlace(at(script, 1, 401), readOf({ [script]: code }))).toEqual({
    name: '/static/js/Lab.js:1:401',
    excerpt: `${'x'.repeat(20)}fetch("https://api.example/graphql")${'y'.repeat(14)}`,
  });
  const written = await findPlace(at(script, 1, 1), readOf({ [script]: 'fetch(u)' }));
  expect(written).toEqual({ name: '/static/js/Lab.js:1:1', excerpt: undefined });
});

test('code in an eval is named by its source', async () => {
  const file = 'webpack-internal:///./src/features/Lab.tsx';
  expect(await findPlace(at(file, 7, 3), readOf({}))).toEqual({ name: 'src/features/Lab.tsx:7' });
});

test.each([
  ['no file', ''],
  ['a file without an address', 'webpack-internal'],
])('with %s there is no place', async (_which, file) => {
  expect(await findPlace(at(file, 1, 1), readOf({}))).toBeUndefined();
});

test('a damaged source map, and a script that can’t be read, leave the place in the script', async () => {
  const damaged = readOf({ [script]: 'a\nb', [`${script}.map`]: '{' });
  expect((await findPlace(at(script, 2, 1), damaged))?.name).toBe('/static/js/Lab.js:2:1');
  expect((await findPlace(at(script, 2, 1), readOf({})))?.name).toBe('/static/js/Lab.js:2:1');
});
