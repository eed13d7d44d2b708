import { expect, test } from 'vitest';
import {
  langAttribute,
  languageOfPath,
  languagesOf,
  pathInLanguage,
  pathWithoutLanguage,
} from './language.ts';
import { parseRegistry } from './registry.ts';
import { inLanguage, registryInLanguage } from './version-in-language.ts';

const hash = `sha384-${'A'.repeat(64)}`;

const version = {
  ...{ id: 'mfe-shirts', team: 'Shirts', version: '1', fragments: {} },
  entry: '/remotes/mfe-shirts/1/remoteEntry.js',
  routes: [
    { page: 'home', path: '/', access: 'open' as const, module: './Home' },
    { page: 'shirt', path: '/s/:id', from: ['/t/:id'], access: 'open' as const, module: './Shirt' },
  ],
  languages: ['hi'],
  files: { './Shirt': ['shirt.js'], './Shirt hi': ['hi/shirt.js', 'hi/shirt.css'] },
  integrity: { 'remoteEntry.js': hash, 'hi/remoteEntry.js': hash, 'hi/shirt.js': hash },
};

test.each([
  ['/', '/hi'],
  ['/cart', '/hi/cart'],
  ['/lab/*', '/hi/lab/*'],
  ['/history', '/hi/history'],
])('the path %s is %s in Hindi, and back', (path, inHindi) => {
  expect(pathInLanguage(path, 'hi')).toBe(inHindi);
  expect(pathInLanguage(inHindi, 'hi')).toBe(inHindi);
  expect(pathWithoutLanguage(inHindi, 'hi')).toBe(path);
  expect(pathWithoutLanguage(path, 'hi')).toBe(path);
  expect(pathInLanguage(path, 'en')).toBe(path);
  expect([path, inHindi].map((each) => languageOfPath(each, ['hi']))).toEqual(['en', 'hi']);
});

test('a shop has the languages of its remotes', () => {
  expect(languagesOf([{ languages: ['ta', 'hi'] }, {}, { languages: ['hi'] }])).toEqual([
    'hi',
    'ta',
  ]);
});

test('a version in a language has its paths below the prefix, and the files of its own build', () => {
  const hindi = inLanguage(version, 'hi');
  expect(hindi.routes.map(({ path, from }) => [path, from])).toEqual([
    ['/hi', undefined],
    ['/hi/s/:id', ['/hi/t/:id']],
  ]);
  expect(hindi.entry).toBe('/remotes/mfe-shirts/1/hi/remoteEntry.js');
  expect(hindi.files).toEqual({ './Shirt': ['shirt.js', 'shirt.css'] });
  expect(hindi.integrity).toEqual({ 'remoteEntry.js': hash, 'shirt.js': hash });
  expect(langAttribute('hi', hindi)).toBe('hi');
  // A document's registry is read as the server wrote it.
  expect(inLanguage(hindi, 'hi')).toEqual(hindi);
  expect(inLanguage(version, 'en')).toBe(version);
  expect(langAttribute('en', version)).toBeUndefined();
});

test.each([
  ['that lacks the language', { languages: undefined }],
  [
    'from a development server',
    { integrity: undefined, entry: 'http://localhost:3001/remoteEntry.js' },
  ],
])('a version %s has the paths, and its English files, which say so', (_which, change) => {
  const english = inLanguage({ ...version, ...change }, 'hi');
  expect(english.routes[0]?.path).toBe('/hi');
  expect(english.entry).toBe({ ...version, ...change }.entry);
  expect(langAttribute('hi', english)).toBe('en');
});

test('canaries and previous versions follow, and the result is a valid registry', () => {
  const stable = { ...version, shared: {} };
  const remotes = [
    {
      ...{ id: version.id, stable, previous: [{ ...stable, version: '0' }] },
      canary: { percent: 10, release: { ...stable, version: '2' } },
    },
  ];
  const hindi = registryInLanguage({ format: 2, remotes }, 'hi');
  const { registry, problems } = parseRegistry(JSON.parse(JSON.stringify(hindi)));
  expect(problems).toEqual([]);
  const [remote] = registry.remotes;
  for (const each of [remote?.stable, remote?.canary?.release, remote?.previous[0]])
    expect(each?.routes[0]?.path).toBe('/hi');
});
