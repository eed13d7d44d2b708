import { afterEach, expect, test, vi } from 'vitest';
import { isShopReachable } from './is-shop-reachable.ts';

afterEach(() => vi.unstubAllGlobals());

function network(onLine: boolean, respond: () => Promise<Response>) {
  const fetched = vi.fn(respond);
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('fetch', fetched);
  return fetched;
}

test.each([
  [200, true],
  [404, true],
  [502, false],
])('a server that responds with status %i counts as reachable: %s', async (status, isReachable) => {
  network(true, async () => new Response(null, { status }));
  expect(await isShopReachable()).toBe(isReachable);
});

test('a request that is lost means that the shop is not reachable', async () => {
  network(true, async () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await isShopReachable()).toBe(false);
});

test('offline the shop is not asked', async () => {
  const fetched = network(false, async () => new Response());
  expect(await isShopReachable()).toBe(false);
  expect(fetched).not.toHaveBeenCalled();
});
