import { expect, test } from 'vitest';
import { readPort } from './port.ts';

test.each([
  [undefined, 3000],
  ['', 3000],
  ['3100', 3100],
  ['0', 0],
])('PORT=%s is port %i', (value, port) => {
  expect(readPort(value, 3000)).toBe(port);
});

test.each(['abc', '-1', '3.5', '65536', '0x10', ' 80'])('PORT=%s is refused', (value) => {
  expect(() => readPort(value, 3000)).toThrow(`PORT is "${value}", which is no port`);
});
