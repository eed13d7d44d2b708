import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { broken, line, meera, offline, openCart, openShop, settle } from '../testing/fakes.ts';
import { logoutAtom } from './auth.ts';
import { cartAtom } from './cart.ts';
import { emptyCartAtom } from './empty-cart.ts';
import { isOfflineAtom } from './network.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../toast.ts', () => ({ toast }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

const shirt = line('shirt', 2);
const kurta = line('kurta', 1);
/** The order's lines. */
const bought = [shirt, kurta];

test('the cart is empty at once, and on the server line by line, without a toast', async () => {
  const { store, shown, take } = await openCart(shirt, kurta);
  const emptied = store.set(emptyCartAtom, bought);
  expect(shown()).toEqual([]);
  await settle();
  const [first, second] = [take('removeFromCart'), take('removeFromCart')];
  expect([first.input, second.input]).toEqual([{ productId: 'shirt' }, { productId: 'kurta' }]);
  first.respond({ cart: [kurta] });
  second.respond({ cart: [] });
  await emptied;
  expect(shown()).toEqual([]);
  expect(toast.success).not.toHaveBeenCalled();
});

test('an empty cart sends nothing', async () => {
  const { store, sent } = await openCart();
  await store.set(emptyCartAtom, bought);
  expect(sent()).not.toContain('removeFromCart');
});

test('a cart that this page has not loaded yet is loaded, and emptied', async () => {
  const { store, take } = openShop({ session: meera });
  const emptied = store.set(emptyCartAtom, bought);
  await settle();
  take('getCart').respond({ cart: [shirt] });
  await settle();
  take('removeFromCart').respond({ cart: [] });
  await emptied;
  expect(store.get(cartAtom)).toEqual([]);
});

test('a cart that cannot be loaded is left alone', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { store, take, sent } = openShop({ session: meera });
  const emptied = store.set(emptyCartAtom, bought);
  await settle();
  take('getCart').fail(broken);
  await emptied;
  expect(sent()).toEqual(['getCart']);
});

test('what was put into the cart since stays there', async () => {
  const { store, shown, take } = await openCart(shirt, line('dress', 1));
  const emptied = store.set(emptyCartAtom, bought);
  take('removeFromCart').respond({ cart: [line('dress', 1)] });
  await emptied;
  expect(shown()).toEqual(['dress 1']);
});

test('changes of a line that were not sent are dropped with it', async () => {
  const { store, shown, change, take, sent } = await openCart(shirt);
  void change('shirt', 'increment');
  void change('shirt', 'increment');
  const emptied = store.set(emptyCartAtom, bought);
  take('changeCartQuantity').respond({ cart: [line('shirt', 3)] });
  await settle();
  take('removeFromCart').respond({ cart: [] });
  await emptied;
  expect(shown()).toEqual([]);
  expect(sent().filter((name) => name === 'changeCartQuantity')).toHaveLength(1);
});

describe('a removal that is refused', () => {
  test('is tried again', async () => {
    const { store, shown, take } = await openCart(shirt);
    const emptied = store.set(emptyCartAtom, bought);
    take('removeFromCart').fail(broken);
    await settle();
    take('getCart').respond({ cart: [shirt] });
    await settle();
    take('removeFromCart').respond({ cart: [] });
    await emptied;
    expect(shown()).toEqual([]);
  });

  test('three times leaves the line in the cart, without a toast', async () => {
    const { store, shown, take } = await openCart(shirt);
    const emptied = store.set(emptyCartAtom, bought);
    for (let attempt = 0; attempt < 3; attempt++) {
      take('removeFromCart').fail(broken);
      await settle();
      take('getCart').respond({ cart: [shirt] });
      await settle();
    }
    await emptied;
    expect(shown()).toEqual(['shirt 2']);
    expect(toast.error).not.toHaveBeenCalled();
  });
});

test('without network it stays empty here, and the removals wait', async () => {
  const { store, shown, take, storage } = await openCart(shirt);
  const emptied = store.set(emptyCartAtom, bought);
  take('removeFromCart').fail(offline);
  await emptied;
  expect(store.get(isOfflineAtom)).toBe(true);
  expect(shown()).toEqual([]);
  expect(storage.getItem('patchwork:cart:meera@example.in')).toContain('"remove"');
});

test('logging out meanwhile ends it', async () => {
  const { store, take, sent } = await openCart(shirt);
  const emptied = store.set(emptyCartAtom, bought);
  store.set(logoutAtom);
  take('removeFromCart').fail(broken);
  await settle();
  await emptied;
  expect(sent().filter((name) => name === 'removeFromCart')).toHaveLength(1);
});
