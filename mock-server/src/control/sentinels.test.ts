import { afterEach, expect, test, vi } from 'vitest';
import { emailSentinel, readDirectives } from './sentinels.ts';

afterEach(() => vi.restoreAllMocks());

test('without directives nothing fails', () => {
  const directives = readDirectives('?search=kurta');
  const none = new Set();
  expect(directives).toEqual({ empty: false, slow: false, failing: none, failingOnce: none });
});

test('several directives are separated by commas or repeated', () => {
  const directives = readDirectives('?mock=slow,fail:getCart&category=MEN&mock=empty');
  expect(directives).toMatchObject({ empty: true, slow: true, failing: new Set(['getCart']) });
});

test.each(['fail:listProduct', 'fail', 'fali-once:getCart', 'toString', 'fail:toString'])(
  'a word that is no sentinel is warned about: %s',
  (word) => {
    const warned = vi.spyOn(console, 'warn').mockReturnValue();
    readDirectives(`?mock=${word}`);
    expect(warned).toHaveBeenCalledWith(expect.stringContaining(word));
  },
);

test('a sentinel email is recognized in any case, other emails are not', () => {
  expect(emailSentinel('FAIL-500@patchwork.example')).toBe('fail');
  expect(emailSentinel('asha@patchwork.example')).toBeUndefined();
});
