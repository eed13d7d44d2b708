import { expect, test } from 'vitest';
import { clientAddress } from '../auth/attempts.ts';

test('without a proxy of one’s own the connection counts, whatever a header says', () => {
  expect(clientAddress('203.0.113.7', '198.51.100.1', 0)).toBe('203.0.113.7');
});

test('each proxy of one’s own adds the address that called it', () => {
  const forwarded = '10.9.9.9, 198.51.100.1, 192.0.2.2';
  expect(clientAddress('192.0.2.1', forwarded, 1)).toBe('192.0.2.2');
  expect(clientAddress('192.0.2.1', forwarded, 2)).toBe('198.51.100.1');
});

test('a request that did not come through the proxy counts by its connection', () => {
  expect(clientAddress('203.0.113.7', undefined, 1)).toBe('203.0.113.7');
  expect(clientAddress('203.0.113.7', '198.51.100.1', 2)).toBe('203.0.113.7');
});

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (connection, counted) => {
  expect(clientAddress(connection, undefined, 0)).toBe(counted);
});
