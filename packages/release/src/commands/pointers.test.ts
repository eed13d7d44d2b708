import type { PublishedRemote } from '@patchwork/federation';
import { expect, test } from 'vitest';
import type { Pointers } from '../folder/pointers.ts';
import { pointersIn, withPointers } from '../folder/registry-document.ts';
import { makeCanary, makeStable, rollBack } from './pointers.ts';

const release = (version: string): PublishedRemote => ({
  id: 'mfe-catalog',
  team: 'Catalogue',
  version,
  entry: `/remotes/mfe-catalog/${version}/remoteEntry.js`,
  routes: [],
  fragments: {},
  files: {},
  integrity: {},
  shared: {},
  publishedAt: `2026-11-${version.padStart(2, '0')}T00:00:00.000Z`,
});

const pointers = (stable: string, ...previous: string[]): Pointers => ({
  id: 'mfe-catalog',
  stable: release(stable),
  previous: previous.map(release),
});

const versions = ({ stable, canary, previous }: Pointers) => [
  stable.version,
  canary?.release.version,
  ...previous.map(({ version }) => version),
];

test('a new stable version has the old one to fall back to', () => {
  expect(versions(makeStable('mfe-catalog', undefined, release('1')))).toEqual(['1', undefined]);
  expect(versions(makeStable('mfe-catalog', pointers('2', '1'), release('3')))).toEqual([
    '3',
    undefined,
    '2',
    '1',
  ]);
});

test('five versions to fall back to are remembered', () => {
  const remote = makeStable('mfe-catalog', pointers('6', '5', '4', '3', '2', '1'), release('7'));
  expect(versions(remote)).toEqual(['7', undefined, '6', '5', '4', '3', '2']);
});

test('a version is never its own fallback', () => {
  expect(versions(makeStable('mfe-catalog', pointers('2', '1'), release('1')))).toEqual([
    '1',
    undefined,
    '2',
  ]);
});

test('a canary leaves the others what they have, a promotion ends it', () => {
  const remote = makeCanary(pointers('2', '1'), release('3'), 10);
  expect(versions(remote)).toEqual(['2', '3', '1']);
  expect(versions(makeStable('mfe-catalog', remote, release('3')))).toEqual([
    '3',
    undefined,
    '2',
    '1',
  ]);
});

test('a version that is stable already changes nothing, not even the canary', () => {
  const remote = makeCanary(pointers('2', '1'), release('3'), 10);
  expect(makeStable('mfe-catalog', remote, release('2'))).toBe(remote);
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

test('the shell goes back in the same way, though registry.json has no dates of its versions', () => {
  const document = { format: 2 as const, remotes: [], remoteOrigins: [] };
  const shell = { version: 'c', previous: ['b', 'a'] };
  const before = pointersIn({ ...document, shell }, 'shell');
  if (!before) throw new Error('no pointers');
  const back = (version: string, publishedAt?: string) =>
    withPointers(document, rollBack(before, { version, publishedAt })).shell;
  expect(back('b')).toEqual({ version: 'b', previous: ['a'] });
  expect(back('a')).toEqual({ version: 'a', previous: [] });
  expect(back('d', '2026-11-22')).toEqual({ version: 'd', previous: ['c', 'b', 'a'] });
});
