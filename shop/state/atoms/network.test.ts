import { createStore } from 'jotai';
import { expect, test, vi } from 'vitest';
import { isOfflineAtom, requestLostAtom, requestSucceededAtom, retriesAtom } from './network.ts';

test('while requests are lost, a retry becomes due after 2 s, then after twice as long, at most 30 s, until one succeeds', () => {
  vi.useFakeTimers();
  const store = createStore();
  // Each retry's request is lost.
  store.sub(retriesAtom, () => store.set(requestLostAtom));
  store.set(requestLostAtom);
  // One of several requests at a time.
  store.set(requestLostAtom);
  for (const [index, seconds] of [2, 4, 8, 16, 30, 30].entries()) {
    vi.advanceTimersByTime(seconds * 1000 - 1);
    expect(store.get(retriesAtom)).toBe(index);
    vi.advanceTimersByTime(1);
    expect(store.get(retriesAtom)).toBe(index + 1);
  }
  expect(store.get(isOfflineAtom)).toBe(true);
  store.set(requestSucceededAtom);
  vi.advanceTimersByTime(60_000);
  expect([store.get(retriesAtom), store.get(isOfflineAtom)]).toEqual([6, false]);
});
