import { expect, test } from 'vitest';
import { remoteVersion, shellVersion } from '../testing.ts';
import { checkShared } from './shared-ranges.ts';

const sharing = (id: string, name: string, requiredVersion: string) =>
  remoteVersion({
    id,
    version: '1.0.0-new',
    shared: { [name]: { version: '0', requiredVersion } },
  });

const shell = shellVersion({ shared: { react: { version: '19.3.1' } } });
const meeting = { ours: 'mfe-shop 1.0.0-new', live: 'shell 1.0.0-bbbbbbbbbb' };

test('a range that the shell’s copy does not satisfy', () => {
  const remote = sharing('mfe-shop', 'react', '^18.2.0');
  expect(checkShared(remote, shell, meeting)).toEqual([
    {
      severity: 'refusal',
      rule: 'shared ranges',
      file: 'package.json',
      message:
        'package.json of mfe-shop 1.0.0-new accepts react ^18.2.0, but shell 1.0.0-bbbbbbbbbb brings 19.3.1, the copy that every piece gets. Build one of them with the other’s version, or publish both in one command.',
      ...meeting,
    },
  ]);
});

test('one cause in several names is one refusal', () => {
  const react = { version: '18.3.1', requiredVersion: '^18.3.1' };
  const chart = { version: '1.0.0', requiredVersion: '^1.0.0' };
  const remote = remoteVersion({
    version: '1.0.0-new',
    shared: { react, 'react-dom': react, 'react/jsx-runtime': react, chart, map: chart },
  });
  const copy = { version: '19.3.1' };
  const copies = { react: copy, 'react-dom': copy, 'react/jsx-runtime': copy };
  const found = checkShared(remote, shellVersion({ shared: copies }), meeting);
  expect(found.map(({ message }) => message)).toEqual([
    'package.json of mfe-shop 1.0.0-new accepts react, react-dom and react/jsx-runtime ^18.3.1, but shell 1.0.0-bbbbbbbbbb brings 19.3.1, the copy that every piece gets. Build one of them with the other’s version, or publish both in one command.',
    'mfe-shop 1.0.0-new imports chart and map, which shell 1.0.0-bbbbbbbbbb does not share: its modules would not load. A shell shares what it imports itself: release one that imports chart and map first, or a mfe-shop that does not.',
  ]);
});

test.each(['^19.0.0', '>=18', '*'])('react %s takes the shell’s copy', (range) => {
  expect(checkShared(sharing('mfe-shop', 'react', range), shell, meeting)).toEqual([]);
});

test('what is no range accepts nothing', () => {
  const remote = sharing('mfe-shop', 'react', 'workspace:*');
  expect(checkShared(remote, shell, meeting)).toHaveLength(1);
});

test.each(['react/compiler-runtime', 'chart'])(
  '%s, which the shell does not share, would not load',
  (name) => {
    const remote = sharing('mfe-shop', name, '^19.0.0');
    expect(checkShared(remote, shell, meeting)).toEqual([
      {
        severity: 'refusal',
        rule: 'shared ranges',
        file: 'package.json',
        message: `mfe-shop 1.0.0-new imports ${name}, which shell 1.0.0-bbbbbbbbbb does not share: its modules would not load. A shell shares what it imports itself: release one that imports ${name} first, or a mfe-shop that does not.`,
        ...meeting,
      },
    ]);
  },
);
