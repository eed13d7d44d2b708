import { afterEach, expect, test, vi } from 'vitest';
import { withLock } from './tab-lock.ts';

afterEach(() => vi.unstubAllGlobals());

const withLocks = (request?: (name: string, work: () => Promise<void>) => Promise<void>) =>
  vi.stubGlobal('navigator', request ? { locks: { request } } : {});

test('the work runs under the lock of its name', async () => {
  const names: string[] = [];
  withLocks((name, work) => {
    names.push(name);
    return work();
  });
  const work = vi.fn(async () => {});
  await withLock('cart', work);
  expect(names).toEqual(['cart']);
  expect(work).toHaveBeenCalledOnce();
});

test('a browser without locks runs the work', async () => {
  withLocks();
  const work = vi.fn(async () => {});
  await withLock('cart', work);
  expect(work).toHaveBeenCalledOnce();
});

test('a page to which locks are refused runs the work', async () => {
  withLocks(async () => {
    throw new DOMException('opaque origin', 'SecurityError');
  });
  const work = vi.fn(async () => {});
  await withLock('cart', work);
  expect(work).toHaveBeenCalledOnce();
});

test('work that fails under the lock fails once', async () => {
  withLocks((_name, work) => work());
  const work = vi.fn(() => Promise.reject(new Error('a bug')));
  await expect(withLock('cart', work)).rejects.toThrow('a bug');
  expect(work).toHaveBeenCalledOnce();
});
