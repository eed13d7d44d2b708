// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { reportFallback } from './report-fallback.ts';

const healed = {
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

test('what was healed is sent as plain text, and nothing more', () => {
  const sendBeacon = stubBeacon(() => true);
  reportFallback('/reports', healed);
  expect(sendBeacon.mock.calls).toEqual([
    ['/reports', JSON.stringify({ format: 1, event: 'healed', ...healed })],
  ]);
});

test('without an address nothing is sent', () => {
  const sendBeacon = stubBeacon(() => true);
  reportFallback(undefined, healed);
  expect(sendBeacon).not.toHaveBeenCalled();
});

test('a browser that refuses is no failure of the shop', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  stubBeacon(() => {
    throw new TypeError('refused');
  });
  reportFallback('/reports', healed);
  expect(logged).toHaveBeenCalledOnce();
});
