import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { line, offline, openCart, settle } from '../testing/fakes.ts';
import { cartAtom } from './cart.ts';
import { isOfflineAtom } from './network.ts';
import { changeSessionAtom } from './session.ts';

vi.mock('../toast.ts', () => ({ toast: { success: () => {}, error: () => {} } }));

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => vi.unstubAllGlobals());

// Found by two-tabs.properties.test.ts: seed 20261121, path 169. The shop stayed offline for good.
test('a confirmed change shows that the shop is reached, though a load was lost meanwhile', async () => {
  const { store, change, take } = await openCart(line('shirt', 1));
  const done = change('shirt', 'increment');
  await settle();
  store.sub(cartAtom, () => {});
  void store.get(cartAtom).refetch();
  take('getCart').fail(offline);
  await settle();
  expect(store.get(isOfflineAtom)).toBe(true);
  take('changeCartQuantity').respond({ cart: [line('shirt', 2)] });
  await done;
  await settle();
  expect(store.get(isOfflineAtom)).toBe(false);
});

// Found by two-tabs.properties.test.ts with seed 7. The attempts of the session before had stopped.
test('another session tries for itself whether the shop is reached', async () => {
  const { store, change, take } = await openCart(line('shirt', 1));
  const done = change('shirt', 'increment');
  await settle();
  take('changeCartQuantity').fail(offline);
  await done;
  expect(store.get(isOfflineAtom)).toBe(true);
  expect(store.get(cartAtom).items[0]?.quantity).toBe(2);
  store.set(changeSessionAtom, null, 'erased');
  await settle();
  expect(store.get(isOfflineAtom)).toBe(false);
});
