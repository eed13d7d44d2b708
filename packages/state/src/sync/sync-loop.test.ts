import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cartAtom } from '../atoms/cart.ts';
import { isOfflineAtom } from '../atoms/network.ts';
import { pendingChangesAtom } from '../atoms/pending-changes.ts';
import { line, offline, openCart, settle } from '../testing/fakes.ts';

vi.mock('../toast.ts', () => ({ toast: { success: () => {}, error: () => {} } }));

beforeEach(() => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

// Found by sync.properties.test.ts with seed 7: no one tried again, and the page stayed offline.
test('a retry that comes due while another tab sends is made once that tab is done', async () => {
  let otherTabIsDone = () => {};
  const request = async (name: string, work: () => Promise<void>) => {
    if (name.startsWith('patchwork:cart'))
      await new Promise<void>((resolve) => {
        otherTabIsDone = resolve;
      });
    await work();
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const { store, change, take } = await openCart(line('shirt', 1));
  void change('shirt', 'increment');
  store.sub(cartAtom, () => {});
  void store.get(cartAtom).refetch();
  take('getCart').fail(offline);
  await settle();
  expect(store.get(isOfflineAtom)).toBe(true);
  await vi.advanceTimersByTimeAsync(2000);
  otherTabIsDone();
  await settle();
  take('getCart').respond({ cart: [line('shirt', 1)] });
  await settle();
  take('changeCartQuantity').respond({ cart: [line('shirt', 2)] });
  await settle();
  expect(store.get(isOfflineAtom)).toBe(false);
  expect(store.get(pendingChangesAtom)).toBe(0);
});
