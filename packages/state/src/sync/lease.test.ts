import { shopperStorageKey } from '@patchwork/storage';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '../testing/fakes.ts';
import { withLease } from './lease.ts';

const key = shopperStorageKey('lease', 'cart');

let storage: Storage;

beforeEach(() => {
  storage = memoryStorage();
  vi.stubGlobal('localStorage', storage);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Work that takes this long, and when it ran. */
function workOf(seconds: number) {
  const times: string[] = [];
  const began = Date.now();
  const note = (word: string) => times.push(`${word} ${Math.round((Date.now() - began) / 1000)}`);
  const work = async () => {
    note('start');
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    note('end');
  };
  return { work, times };
}

test('of two tabs that start at the same time one works after the other, however long it takes', async () => {
  const [one, other] = [workOf(60), workOf(1)];
  const both = [withLease('cart', one.work), withLease('cart', other.work)];
  await vi.advanceTimersByTimeAsync(70_000);
  await Promise.all(both);
  const [first, second] = one.times[0] === 'start 0' ? [one, other] : [other, one];
  expect(first.times[1]?.replace('end', 'start')).toBe(second.times[0]);
  expect(storage.getItem(key)).toBeNull();
});

test('a tab that is gone without a word holds the others up for 20 seconds', async () => {
  const until = Date.now() + 20_000;
  storage.setItem(key, JSON.stringify({ version: 1, value: { owner: 'gone', until } }));
  const { work, times } = workOf(1);
  const done = withLease('cart', work);
  await vi.advanceTimersByTimeAsync(19_000);
  expect(times).toEqual([]);
  await vi.advanceTimersByTimeAsync(3000);
  await done;
  expect(times).toEqual(['start 20', 'end 21']);
});

test('a clock that was set back does not keep a lease', async () => {
  const until = Date.now() + 3_600_000;
  storage.setItem(key, JSON.stringify({ version: 1, value: { owner: 'gone', until } }));
  const { work, times } = workOf(1);
  const done = withLease('cart', work);
  await vi.advanceTimersByTimeAsync(2000);
  await done;
  expect(times).toEqual(['start 0', 'end 1']);
});

test('where nothing can be stored the work runs', async () => {
  vi.stubGlobal('localStorage', undefined);
  const { work, times } = workOf(1);
  const done = withLease('cart', work);
  await vi.advanceTimersByTimeAsync(1000);
  await done;
  expect(times).toEqual(['start 0', 'end 1']);
});

test('work that fails gives the lease back', async () => {
  const failing = withLease('cart', () => Promise.reject(new Error('a bug')));
  const outcome = expect(failing).rejects.toThrow('a bug');
  await vi.advanceTimersByTimeAsync(100);
  await outcome;
  expect(storage.getItem(key)).toBeNull();
});
