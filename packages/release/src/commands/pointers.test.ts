import type { RemoteRelease, RemoteReleases } from '@patchwork/federation';
import { expect, test } from 'vitest';
import { makeCanary, makeShellLive, makeStable, rollBack, rollShellBack } from './pointers.ts';

const release = (version: string): RemoteRelease => ({
  id: 'mfe-catalog',
  team: 'Catalogue',
  version,
  entry: `/remotes/mfe-catalog/${version}/remoteEntry.js`,
  routes: [],
  slots: {},
  files: {},
  integrity: {},
  shared: {},
  publishedAt: `2026-11-${version.padStart(2, '0')}T00:00:00.000Z`,
});

const pointers = (stable: string, ...previous: string[]): RemoteReleases => ({
  id: 'mfe-catalog',
  stable: release(stable),
  previous: previous.map(release),
});

const versions = ({ stable, canary, previous }: RemoteReleases) => [
  stable.version,
  canary?.release.version,
  ...previous.map(({ version }) => version),
];

test('a new stable version has the old one to fall back to', () => {
  expect(versions(makeStable(undefined, release('1')))).toEqual(['1', undefined]);
  expect(versions(makeStable(pointers('2', '1'), release('3')))).toEqual([
    '3',
    undefined,
    '2',
    '1',
  ]);
});

test('five versions to fall back to are remembered', () => {
  const remote = makeStable(pointers('6', '5', '4', '3', '2', '1'), release('7'));
  expect(versions(remote)).toEqual(['7', undefined, '6', '5', '4', '3', '2']);
});

test('a version is never its own fallback', () => {
  expect(versions(makeStable(pointers('2', '1'), release('1')))).toEqual(['1', undefined, '2']);
});

test('a canary leaves the others what they have, a promotion ends it', () => {
  const remote = makeCanary(pointers('2', '1'), release('3'), 10);
  expect(versions(remote)).toEqual(['2', '3', '1']);
  expect(versions(makeStable(remote, release('3')))).toEqual(['3', undefined, '2', '1']);
});

test('what is stable already stays as it is, its canary too', () => {
  const remote = makeCanary(pointers('2', '1'), release('3'), 10);
  expect(makeStable(remote, release('2'))).toBe(remote);
});

test('a version that was left is nothing to fall back to any more', () => {
  expect(versions(rollBack(pointers('4', '3', '2', '1'), release('2')))).toEqual([
    '2',
    undefined,
    '1',
  ]);
});

test('behind a forgotten version only older ones are good', () => {
  expect(versions(rollBack(pointers('9', '8', '3'), release('5')))).toEqual(['5', undefined, '3']);
});

test('on the way to a version that was published later, the one that is left stays good', () => {
  expect(versions(rollBack(pointers('1'), release('2')))).toEqual(['2', undefined, '1']);
  const remote = makeCanary(pointers('2', '1'), release('3'), 10);
  expect(versions(rollBack(remote, release('3')))).toEqual(['3', undefined, '2', '1']);
});

test('the shell’s pointer keeps its good old versions too', () => {
  expect(makeShellLive(undefined, 'a')).toEqual({ version: 'a', previous: [] });
  const shell = makeShellLive({ version: 'b', previous: ['a'] }, 'c');
  expect(shell).toEqual({ version: 'c', previous: ['b', 'a'] });
  expect(rollShellBack(shell, 'b')).toEqual({ version: 'b', previous: ['a'] });
  expect(rollShellBack(shell, 'a')).toEqual({ version: 'a', previous: [] });
  expect(rollShellBack(shell, 'd')).toEqual({ version: 'd', previous: ['c', 'b', 'a'] });
});
