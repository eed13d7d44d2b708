import { expect, test } from 'vitest';
import { pageAt, remoteVersion } from '../../testing/gate.ts';
import { checkLanguages, checkPrefixes } from './languages.ts';

const version = (
  number: string,
  languages?: readonly string[],
  path = '/shirts',
  id = 'mfe-shirts',
) =>
  remoteVersion({
    ...{ id, version: number },
    ...(languages && { languages: [...languages] }),
    routes: [{ page: pageAt(path), path, access: 'open', module: './Page' }],
  });

test('a version that drops a live language is refused, with the way out', () => {
  const live = [version('1.0.0-old', ['hi', 'ta']).release];
  expect(checkLanguages(version('1.1.0-new', ['hi', 'ta', 'kn']), live)).toEqual([]);
  expect(checkLanguages(version('1.1.0-new', ['hi']), live)).toEqual([
    {
      ...{ severity: 'refusal', rule: 'languages', file: 'remote.json', flag: '--anyway' },
      ...{ ours: 'mfe-shirts 1.1.0-new', live: 'mfe-shirts 1.0.0-old' },
      message:
        'remote.json of mfe-shirts 1.1.0-new lacks the language ta, which mfe-shirts 1.0.0-old has, which is live: whoever reads the shop at /ta would get English. Put "languages" and its messages back.',
    },
  ]);
});

test('another remote’s languages are not its own', () => {
  const live = [version('1', ['hi'], '/gifts', 'mfe-gifts').release];
  expect(checkLanguages(version('2'), live)).toEqual([]);
});

test('no path begins with the prefix of a language, whoever comes first', () => {
  const gifts = version('1', undefined, '/hi/gifts', 'mfe-gifts');
  const hindi = version('2', ['hi']);
  const messages = (of: typeof hindi, others: readonly (typeof hindi)[]) =>
    checkPrefixes(of, others).map(({ message }) => message);
  const message =
    'mfe-gifts 1 has the path /hi/gifts, and /hi is where the shop is in that language. Choose another path.';
  expect(messages(hindi, [gifts])).toEqual([message]);
  expect(messages(gifts, [hindi])).toEqual([message]);
  expect(messages(gifts, [])).toEqual([]);
  expect(messages(version('3', undefined, '/history'), [hindi])).toEqual([]);
});
