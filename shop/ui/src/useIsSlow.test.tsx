import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useIsSlow } from './useIsSlow.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));

test('a wait is slow after five seconds, until it ends', () => {
  const { result, rerender } = renderHook(({ isWaiting }) => useIsSlow(isWaiting), {
    initialProps: { isWaiting: true },
  });
  pass(4900);
  expect(result.current).toBe(false);
  pass(200);
  expect(result.current).toBe(true);
  rerender({ isWaiting: false });
  expect(result.current).toBe(false);
  rerender({ isWaiting: true });
  expect(result.current).toBe(false);
});

test('the time before the first render counts', () => {
  const began = performance.now();
  pass(4900);
  const { result } = renderHook(() => useIsSlow(true, began));
  expect(result.current).toBe(false);
  pass(200);
  expect(result.current).toBe(true);
});
