// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { reportFallback } from './report-fallback.ts';

const record = {
  remote: 'mfe-catalog',
  version: '1.1.0-b',
  fallback: '1.0.0-a',
  cause: 'load' as const,
  message: 'gone',
};

afterEach(() => vi.restoreAllMocks());

function stubBeacon(beacon: () => boolean) {
  const sendBeacon = vi.fn(beacon);
  Object.defineProperty(navigator, 'sendBeacon', { configurable: true, value: sendBeacon });
  return sendBeacon;
}

test('a fallback is reported as plain text, and nothing more', () => {
  const sendBeacon = stubBeacon(() => true);
  reportFallback('/reports', record);
  expect(sendBeacon.mock.calls).toEqual([
    ['/reports', JSON.stringify({ format: 1, event: 'fallback', ...record })],
  ]);
});

test('without an address nothing is sent', () => {
  const sendBeacon = stubBeacon(() => true);
  reportFallback(undefined, record);
  expect(sendBeacon).not.toHaveBeenCalled();
});

test('a report that the browser refuses is logged, and nothing more', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubBeacon(() => {
    throw new TypeError('refused');
  });
  reportFallback('/reports', record);
  expect(logged).toHaveBeenCalledOnce();
});
