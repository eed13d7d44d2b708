import { cartAtom } from '@patchwork/shop';
import { aProduct, openCart, openShop } from '@patchwork/state/testing/fakes';
import { subscribeToToasts } from '@patchwork/testing';
import { afterEach, expect, test, vi } from 'vitest';
import { addToCartAtom } from './products.ts';

afterEach(() => vi.unstubAllGlobals());

test('adding what is out of stock does nothing, for visitors too', async () => {
  // Toasts that other tests left unshown.
  subscribeToToasts(() => undefined)();
  const toasts = vi.fn();
  subscribeToToasts(toasts);
  const { store, sent } = await openCart();
  const raincoat = aProduct('raincoat', { inStock: false });
  await store.set(addToCartAtom, raincoat);
  await openShop().store.set(addToCartAtom, raincoat);
  expect(store.get(cartAtom).items).toEqual([]);
  expect(sent()).toEqual(['getCart']);
  expect(toasts).not.toHaveBeenCalled();
});
