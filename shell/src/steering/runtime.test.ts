import { beforeEach, expect, test, vi } from 'vitest';
import { breakRuntime } from './broken-runtime.ts';
import { guardOverrides } from './override-fallback.ts';

const Component = () => 'a page';

/** A runtime whose network gives these answers, one a request. */
function runtimeOver(...answers: (() => unknown)[]) {
  return { registerRemotes: vi.fn(), loadRemote: async () => answers.shift()?.() };
}
const page = () => ({ Component });
function gone() {
  throw new Error('gone\nwith details');
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

test('a slow remote takes five seconds more, the others none', async () => {
  const runtime = breakRuntime(runtimeOver(page, page), { 'mfe-catalog': 'slow' });
  const loaded = vi.fn();
  void runtime.loadRemote('mfe_catalog/Home').then(loaded);
  expect(await runtime.loadRemote('mfe_account/Login')).toEqual({ Component });
  await vi.advanceTimersByTimeAsync(4900);
  expect(loaded).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(loaded).toHaveBeenCalledWith({ Component });
});

test('a throwing remote loads, and its component throws', async () => {
  const runtime = breakRuntime(runtimeOver(page), { 'mfe-catalog': 'throws' });
  const module = (await runtime.loadRemote('mfe_catalog/Home')) as { Component: () => unknown };
  expect(() => module.Component()).toThrow('mfe_catalog throws on render: broken on purpose');
});

const override = { remoteId: 'mfe-catalog', address: 'http://localhost:3001' };

test('an override that fails twice is given up, and the page hears nothing more', async () => {
  const giveUp = vi.fn(() => true);
  const runtime = guardOverrides(runtimeOver(gone, gone), [override], giveUp);
  await expect(runtime.loadRemote('mfe_catalog/Home')).rejects.toThrow('gone');
  expect(giveUp).not.toHaveBeenCalled();
  const settled = vi.fn();
  runtime.loadRemote('mfe_catalog/Home').then(settled, settled);
  await vi.advanceTimersByTimeAsync(1000);
  expect(giveUp).toHaveBeenCalledWith(override, './Home could not be loaded: gone');
  expect(settled).not.toHaveBeenCalled();
});

test('where nothing can be kept the failure goes its usual way, and no page is loaded again', async () => {
  const runtime = guardOverrides(runtimeOver(gone, gone), [override], () => false);
  await expect(runtime.loadRemote('mfe_catalog/Home')).rejects.toThrow('gone');
  await expect(runtime.loadRemote('mfe_catalog/Home')).rejects.toThrow('gone');
});

test('a released remote that fails is nobody’s override', async () => {
  const giveUp = vi.fn(() => true);
  const runtime = guardOverrides(runtimeOver(gone, gone), [override], giveUp);
  await expect(runtime.loadRemote('mfe_account/Login')).rejects.toThrow('gone');
  await expect(runtime.loadRemote('mfe_account/Login')).rejects.toThrow('gone');
  expect(giveUp).not.toHaveBeenCalled();
});
