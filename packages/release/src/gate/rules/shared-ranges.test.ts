import { expect, test } from 'vitest';
import { remoteVersion, shellVersion } from '../testing.ts';
import { checkSharedWithOthers, checkSharedWithShell, checkStillShared } from './shared-ranges.ts';

const sharing = (id: string, name: string, requiredVersion: string) =>
  remoteVersion({
    id,
    version: '1.0.0-new',
    shared: { [name]: { version: '0', requiredVersion } },
  });

const shell = shellVersion({ shared: { react: { version: '19.3.1' } } });
const meeting = { ours: 'mfe-shop 1.0.0-new', live: 'shell 1.0.0-bbbbbbbbbb' };

test('a range that the shell’s copy does not meet', () => {
  const remote = sharing('mfe-shop', 'react', '^18.2.0');
  expect(checkSharedWithShell(remote, shell, meeting)).toEqual([
    {
      rule: 'shared ranges',
      file: 'package.json',
      message:
        'package.json of mfe-shop 1.0.0-new accepts react ^18.2.0, but shell 1.0.0-bbbbbbbbbb brings 19.3.1, the copy that every piece gets. Build one of them with the other’s version, or publish both in one command.',
      ...meeting,
    },
  ]);
});

test.each(['^19.0.0', '>=18', '*'])('react %s takes the shell’s copy', (range) => {
  expect(checkSharedWithShell(sharing('mfe-shop', 'react', range), shell, meeting)).toEqual([]);
});

test('what is no range accepts nothing', () => {
  const remote = sharing('mfe-shop', 'react', 'workspace:*');
  expect(checkSharedWithShell(remote, shell, meeting)).toHaveLength(1);
});

test('two remotes that can’t agree on what the shell does not bring', () => {
  const ours = sharing('mfe-shop', 'chart', '^2.0.0');
  const other = sharing('mfe-account', 'chart', '^1.4.0');
  expect(checkSharedWithOthers(ours, [other], shell).map(({ message }) => message)).toEqual([
    'package.json of mfe-shop 1.0.0-new accepts chart ^2.0.0, but mfe-account 1.0.0-new accepts ^1.4.0: no version is right for both, and they share one copy. Agree on a range that both meet.',
  ]);
  const wider = sharing('mfe-account', 'chart', '>=1.4.0');
  expect(checkSharedWithOthers(ours, [wider], shell)).toEqual([]);
});

test('what the shell brings is between each remote and the shell', () => {
  const ours = sharing('mfe-shop', 'react', '^19.0.0');
  const other = sharing('mfe-account', 'react', '^18.0.0');
  expect(checkSharedWithOthers(ours, [other], shell)).toEqual([]);
});

test('a shell that no longer shares what a live remote takes from it', () => {
  const bare = shellVersion({ version: '1.1.0-new' });
  const remotes = [sharing('mfe-shop', 'react', '^19.0.0'), sharing('mfe-account', 'chart', '*')];
  expect(checkStillShared(bare, shell, remotes)).toEqual([
    {
      rule: 'shared ranges',
      file: 'package.json',
      message:
        'package.json of shell 1.1.0-new no longer shares react, which mfe-shop 1.0.0-new takes from the shell: it would run a copy of its own. Share it again, or release mfe-shop without it first.',
      ours: 'shell 1.1.0-new',
      live: 'mfe-shop 1.0.0-new',
    },
  ]);
});

test('what the shell did not share before, it need not share', () => {
  const remotes = [sharing('mfe-shop', 'chart', '^1.0.0')];
  expect(checkStillShared(shellVersion(), shell, remotes)).toEqual([]);
  expect(checkStillShared(shellVersion(), undefined, remotes)).toEqual([]);
});
