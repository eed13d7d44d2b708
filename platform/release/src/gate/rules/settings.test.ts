import { expect, test } from 'vitest';
import type { RemoteVersion } from '../live.ts';
import { checkSettings } from './settings.ts';

const purpose = 'For a test.';
const gallery = { type: 'boolean', default: false, purpose };
const look = { type: 'choice', choices: ['grid', 'list'], default: 'grid', purpose };

/** A version without types, which therefore counts as reading all that it declares. */
const version = (number: string, settings?: object) =>
  ({
    folder: '/nowhere',
    release: { id: 'mfe-catalog', version: number, settings },
  }) as unknown as RemoteVersion;

const messages = async (...check: Parameters<typeof checkSettings>) =>
  (await checkSettings(...check)).map(({ rule, flag, message }) => {
    expect([rule, flag]).toEqual(['settings', '--anyway']);
    return message;
  });

const set = (percent: number, value: boolean | string = true) => ({ gallery: { value, percent } });

test('a version that drops a setting whose value is set is refused, with the way out', async () => {
  const [message, ...more] = await messages(version('2'), [], set(100), [version('1').release]);
  expect(more).toEqual([]);
  expect(message).toBe(
    '100 % of the visitors have the value true of the setting gallery, but remote.json of mfe-catalog 2 does not declare it. Release a version that declares it as before and no longer reads it, end the value (“patchwork set mfe-catalog gallery --undo”), then drop it.',
  );
});

test('a version that gives a setting another type is refused', async () => {
  const before = [version('1', { gallery }).release];
  const after = version('2', { gallery: look });
  expect(await messages(after, [], undefined, before)).toEqual([
    'The setting gallery is grid or list in remote.json of mfe-catalog 2, and something else in mfe-catalog 1, to which browsers fall back. Give the new setting another name.',
  ]);
  expect(await messages(after, [], set(10), before)).toHaveLength(2);
});

test('a choice may be added, but not taken away', async () => {
  const before = [version('1', { look }).release];
  const more = { ...look, choices: ['grid', 'list', 'wide'] };
  const less = { ...look, choices: ['grid', 'wide'] };
  expect(await messages(version('2', { look: more }), [], undefined, before)).toEqual([]);
  expect(await messages(version('2', { look: less }), [], undefined, before)).toHaveLength(1);
});

test('a canary that drops a setting which the stable version reads is refused', async () => {
  const stable = version('1', { gallery });
  const [message, ...more] = await messages(version('2'), [stable], undefined, [stable.release]);
  expect(more).toEqual([]);
  expect(message).toContain('mfe-catalog 1, which stays live, reads the setting gallery');
});

test('a setting that nobody reads and that has no value is dropped', async () => {
  const before = [version('1', { gallery }).release];
  expect(await messages(version('2'), [], undefined, before)).toEqual([]);
});

test('a new setting, and one that stays as it is, is accepted', async () => {
  const before = version('1', { gallery });
  const after = version('2', { gallery: { ...gallery, default: true }, look });
  expect(await messages(after, [before], set(10), [before.release])).toEqual([]);
});
