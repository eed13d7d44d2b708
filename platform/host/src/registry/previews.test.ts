import { expect, test } from 'vitest';
import {
  hostileAddresses,
  oddTexts,
  prototypeNames,
  scriptInjections,
} from '../testing/hostile-data/index.ts';
import { pageRelease as release } from '../testing/remotes.ts';
import type { ActiveRemote } from './active-remotes.ts';
import { canaryPreviews, isOver, parsePreviews, withPreviews } from './previews.ts';
import { isPreviewName } from './registry.ts';

const preview = (name: string, ...remotes: readonly unknown[]) => ({
  ...{ name, since: '2026-11-01T10:00:00.000Z', until: '2026-11-15T10:00:00.000Z' },
  remotes,
});
const catalog = preview('pr-42', release('mfe-catalog', '1.1.0-b'));
const parse = (...previews: readonly unknown[]) => parsePreviews({ previews });

test('previews are read with the remotes that they have', () => {
  const { previews, problems } = parse(catalog, preview('pr-43'));
  expect(problems).toEqual([]);
  expect(previews).toMatchObject([
    { name: 'pr-42', remotes: [{ id: 'mfe-catalog', version: '1.1.0-b' }] },
    { name: 'pr-43', remotes: [] },
  ]);
});

test('a registry without previews has none', () => {
  expect(parsePreviews({ format: 2, remotes: [] })).toEqual({ previews: [], problems: [] });
});

test.each([
  ['the name PR 42', preview('PR 42'), 'preview: name: a preview’s name has lower-case letters'],
  [
    'an invalid time',
    { ...catalog, until: 'tomorrow' },
    'preview: until: a time is written “2026-11-22T10:00:00Z”',
  ],
  [
    'a version without a hash',
    preview('pr-1', release('mfe-catalog', '1', { integrity: {} })),
    'preview: pr-1: mfe-catalog: integrity: the hash of remoteEntry.js is missing',
  ],
  [
    'a version from another origin',
    preview('pr-1', release('mfe-catalog', '1', { entry: 'http://localhost:3001/remoteEntry.js' })),
    'preview: pr-1: mfe-catalog: entry: it comes from http://localhost:3001',
  ],
  [
    'one bad remote beside a good one',
    preview('pr-1', release('mfe-account', '1'), { id: 'mfe-catalog' }),
    'preview: pr-1: mfe-catalog: team:',
  ],
])('a preview with %s is left out, and the others stay', (_, mistake, problem) => {
  const { previews, problems } = parse(mistake, catalog);
  expect(previews.map(({ name }) => name)).toEqual(['pr-42']);
  expect(problems).toEqual([expect.stringContaining(problem)]);
});

test('an odd value in place of any part of the document does not throw', () => {
  for (const odd of [undefined, null, 7, 'text', [null], {}, { length: 3 }]) {
    expect(parsePreviews(odd).previews).toEqual([]);
    expect(parsePreviews({ previews: odd }).previews).toEqual([]);
    expect(parse(odd, catalog).previews).toHaveLength(1);
    expect(parse({ ...catalog, remotes: odd }, catalog).previews).toHaveLength(1);
    expect(parse(preview('pr-1', odd), catalog).previews).toHaveLength(1);
  }
});

test('hostile texts are not names of previews', () => {
  const texts = [...scriptInjections, ...hostileAddresses, ...oddTexts].map(([, text]) => text);
  const named = [...texts, ...prototypeNames, '', '../pr-42', 'PR-42', 'a'.repeat(51), '__proto__'];
  expect(named.filter(isPreviewName).filter((text) => !/^[a-z]+$/.test(text))).toEqual([]);
  expect(isPreviewName('pr-42')).toBe(true);
});

test('a preview is over as soon as its end is reached', () => {
  const [found] = parse(catalog).previews;
  if (!found) throw new Error('no preview');
  expect(isOver(found, Date.parse(catalog.until) - 1)).toBe(false);
  expect(isOver(found, Date.parse(catalog.until))).toBe(true);
});

test('a previewed version takes the place of the live one; a remote that is not live is added', () => {
  const live = ['mfe-account', 'mfe-catalog'].map(
    (id) => ({ ...release(id, '1.0.0-a'), channel: 'stable' }) as unknown as ActiveRemote,
  );
  const { previews } = parse(
    preview('pr-42', release('mfe-catalog', '1.1.0-b'), release('mfe-gift', '1.0.0-c')),
    preview('pr-43', release('mfe-catalog', '1.2.0-d')),
  );
  expect(
    withPreviews({ remotes: live }, previews).remotes.map(
      ({ id, version, channel }) => `${id} ${version} ${channel}`,
    ),
  ).toEqual([
    'mfe-account 1.0.0-a stable',
    'mfe-catalog 1.2.0-d preview',
    'mfe-gift 1.0.0-c preview',
  ]);
});

test.each([
  ['no list of remotes', { remotes: 'none' }],
  ['a remote that is no object', { remotes: [null, 'x'] }],
  ['a canary without a version', { remotes: [{ id: 'mfe-catalog', canary: { percent: 10 } }] }],
])('a registry with %s has no canary to show', (_what, registry) => {
  expect(canaryPreviews(registry)).toEqual([]);
});
