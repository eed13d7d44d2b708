// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { storedScrollPosition } from './scroll-position.ts';

const name = 'react-router-scroll-positions';
afterEach(() => sessionStorage.clear());

test('the position is that of the history entry', () => {
  sessionStorage.setItem(name, '{"default":1500,"other":7}');
  expect(storedScrollPosition('default')).toBe(1500);
  expect(storedScrollPosition('new')).toBe(0);
});

test.each([null, '', '{', 'null', '7', '{"default":"far"}', '{"default":{}}'])(
  'without one that can be read (%j) it is 0',
  (text) => {
    if (text !== null) sessionStorage.setItem(name, text);
    expect(storedScrollPosition('default')).toBe(0);
  },
);
