import { expect, test } from 'vitest';
import { isLeftOut } from './browser-headers.ts';

test.each(['Cookie', 'HOST', 'Sec-Fetch-Mode', 'proxy-authorization'])(
  'the browser leaves %s out',
  (name) => {
    expect(isLeftOut(name)).toBe(true);
  },
);

test('what a page may set is not left out', () => {
  expect(['Authorization', 'X-Sec', 'User-Agent'].filter(isLeftOut)).toEqual([]);
});
