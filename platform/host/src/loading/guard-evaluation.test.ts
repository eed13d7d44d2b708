// @vitest-environment happy-dom

import { expect, test, vi } from 'vitest';
import { activeRemote } from '../testing/remotes.ts';
import { forgetFailure, rememberFailure } from '../visitor/failed-versions.ts';
import { guardEvaluation } from './guard-evaluation.ts';

const released = activeRemote('2.0.0');
const local = { ...released, entry: 'http://localhost:3002/remoteEntry.js' };
const evaluate = guardEvaluation();

const failed = { remote: 'mfe-catalog', version: '2.0.0' };

const note = (): unknown => {
  const text = localStorage.getItem('patchwork:evaluated-version');
  return text === null ? undefined : JSON.parse(text).value;
};

const load = async (factory: () => unknown, version = released): Promise<unknown> =>
  evaluate(version, factory);

test('a note names the version while its code runs and is removed afterwards, even if the version crashed before', async () => {
  // A version that crashed may be the only one there is, so it is run again.
  rememberFailure(failed, 'crash');
  const module = { Component: () => null };
  const seen: unknown[] = [];
  const loaded = await load(() => {
    seen.push(note());
    return module;
  });
  expect(loaded).toBe(module);
  expect(seen).toEqual([{ ...failed, since: expect.any(Number) }]);
  expect(note()).toBeUndefined();
});

test('code that throws leaves no note, and its error reaches the caller', async () => {
  await expect(
    load(() => {
      throw new Error('torn');
    }),
  ).rejects.toThrow('torn');
  expect(note()).toBeUndefined();
});

test('a module that awaits something leaves no note, and others do not wait for it', async () => {
  let arrive: (module: string) => void = () => undefined;
  const late = load(() => new Promise((resolve) => (arrive = resolve)));
  expect(await load(() => 'other')).toBe('other');
  expect(note()).toBeUndefined();
  arrive('late');
  expect(await late).toBe('late');
});

test('modules that arrive together run one after the other, each with the note', async () => {
  const notes = await Promise.all([load(note), load(note)]);
  expect(notes).toEqual([expect.objectContaining(failed), expect.objectContaining(failed)]);
  expect(note()).toBeUndefined();
});

test('a page that is left before the code runs leaves no note', async () => {
  const loaded = load(note);
  // The code runs in a task of its own.
  for (let step = 0; step < 20; step++) await Promise.resolve();
  expect(note()).toMatchObject(failed);
  dispatchEvent(new Event('pagehide'));
  expect(note()).toBeUndefined();
  await loaded;
});

test('the note of another tab stays when a page is left', async () => {
  const text = JSON.stringify({ version: 1, value: { ...failed, since: Date.now() } });
  localStorage.setItem('patchwork:evaluated-version', text);
  dispatchEvent(new Event('pagehide'));
  expect(note()).toMatchObject(failed);
});

test('a version that is known to hang is not run until that is forgotten', async () => {
  const factory = vi.fn();
  rememberFailure(failed, 'hang');
  await expect(load(factory)).rejects.toThrow('did not return');
  expect(factory).not.toHaveBeenCalled();
  forgetFailure(failed);
  await load(factory);
  expect(factory).toHaveBeenCalledOnce();
});

test('code from a development server leaves no note: it changes with each edit', async () => {
  expect(await load(note, local)).toBeUndefined();
});

test('if storage is full the code runs without a note', async () => {
  const setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  vi.stubGlobal('localStorage', { getItem: () => null, setItem });
  expect(await load(note)).toBeUndefined();
});
