import type { LineItem } from '@patchwork/domain';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cartAtom, changeCartAtom } from '../atoms/cart.ts';
import { broken, line, meera, memoryStorage, openShop, settle } from '../testing/fakes.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A visit that shows Meera's cart, in a browser that an earlier visit left with these lines. */
async function openAgainAfter(lines: readonly LineItem[]) {
  const storage = memoryStorage();
  const earlier = openShop({ session: meera, storage });
  earlier.store.sub(cartAtom, () => {});
  earlier.take('getCart').respond({ cart: [...lines] });
  await settle();
  const shop = openShop({ session: meera, storage });
  shop.store.sub(cartAtom, () => {});
  return { ...shop, load: () => shop.store.get(cartAtom) };
}

test('a list that was empty at the last visit is not known to be empty while it loads', async () => {
  const { load, take } = await openAgainAfter([]);
  expect(load()).toMatchObject({ data: undefined, isPending: true });
  take('getCart').respond({ cart: [] });
  await settle();
  expect(load()).toMatchObject({ data: [], isPending: false, isError: false });
});

test('a list that was empty at the last visit counts as not loaded when its load fails', async () => {
  const { load, take } = await openAgainAfter([]);
  take('getCart').fail(broken);
  await settle();
  expect(load()).toMatchObject({ data: undefined, isPending: false, isError: true });
  void load().refetch();
  await settle();
  expect(load()).toMatchObject({ data: undefined, isPending: true });
  take('getCart').respond({ cart: [line('shirt', 1)] });
  await settle();
  expect(load()).toMatchObject({ data: [line('shirt', 1)], isError: false });
});

test('the lines of the last visit are shown at once, and a failed load says that they may be old', async () => {
  const { load, take } = await openAgainAfter([line('shirt', 2)]);
  expect(load()).toMatchObject({ data: [line('shirt', 2)], isPending: false, isError: false });
  take('getCart').fail(broken);
  await settle();
  expect(load()).toMatchObject({ data: [line('shirt', 2)], isError: true });
});

test('a list that was loaded in this visit is empty as soon as its last line is removed', async () => {
  const { load, take, store } = await openAgainAfter([line('shirt', 1)]);
  take('getCart').respond({ cart: [line('shirt', 1)] });
  await settle();
  void store.set(changeCartAtom, { type: 'remove', productId: 'shirt' });
  expect(load()).toMatchObject({ data: [], isError: false });
});
