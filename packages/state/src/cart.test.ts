import type { LineItem } from '@patchwork/domain';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { logoutAtom } from './auth.ts';
import {
  addToCartAtom,
  cartAtom,
  cartLoadAtom,
  changeQuantityAtom,
  removeFromCartAtom,
} from './cart.ts';
import { aProduct, meera, offline, offlineText, openShop, settle } from './fakes.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('react-toastify', () => ({ toast }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

const line = (id: string, quantity: number): LineItem => ({ product: aProduct(id), quantity });

const openCart = async (...loaded: LineItem[]) => {
  const shop = openShop({ session: meera });
  const { store } = shop;
  store.sub(cartAtom, () => {});
  shop.take('getCart').answer({ cart: loaded });
  await settle();
  return {
    ...shop,
    shown: () => store.get(cartAtom).map(({ product, quantity }) => `${product.id} ${quantity}`),
    add: (id: string) => store.set(addToCartAtom, aProduct(id)),
    remove: (id: string) => store.set(removeFromCartAtom, id),
    change: (productId: string, type: 'increment' | 'decrement') =>
      store.set(changeQuantityAtom, { productId, type }),
  };
};

test('a visitor is asked for login by every verb and sends nothing', async () => {
  const { store, sent } = openShop();
  store.sub(cartLoadAtom, () => {});
  await store.set(addToCartAtom, aProduct('shirt'));
  await store.set(removeFromCartAtom, 'shirt');
  await store.set(changeQuantityAtom, { productId: 'shirt', type: 'increment' });
  expect(toast.error.mock.calls).toEqual(Array(3).fill(['Please login to continue!']));
  expect(sent()).toEqual([]);
});

describe('adding', () => {
  test('shows one piece at once, and says so with the answer', async () => {
    const { add, take, shown } = await openCart();
    const done = add('shirt');
    await settle();
    expect(shown()).toEqual(['shirt 1']);
    take('addToCart').answer({ cart: [line('shirt', 1)] });
    await done;
    expect(toast.success.mock.calls).toEqual([['Product added to cart']]);
  });

  test('the same product twice leaves one line and sends one request', async () => {
    const { add, take, shown, sent } = await openCart();
    const both = [add('shirt'), add('shirt')];
    await settle();
    take('addToCart').answer({ cart: [line('shirt', 1)] });
    await Promise.all(both);
    await settle();
    expect(shown()).toEqual(['shirt 1']);
    expect(sent()).toEqual(['getCart', 'addToCart']);
    expect(toast.success).toHaveBeenCalledTimes(1);
  });

  test('what is out of stock does nothing, for visitors too', async () => {
    const { store, sent, shown } = await openCart();
    await store.set(addToCartAtom, aProduct('raincoat', { inStock: false }));
    await openShop().store.set(addToCartAtom, aProduct('raincoat', { inStock: false }));
    expect(shown()).toEqual([]);
    expect(sent()).toEqual(['getCart']);
    expect(toast.error).not.toHaveBeenCalled();
  });

  test('that fails is undone and said', async () => {
    const { add, take, shown } = await openCart(line('dress', 2));
    const done = add('shirt');
    await settle();
    take('addToCart').fail({ kind: 'status', status: 404, messages: ['No such product.'] });
    await done;
    await settle();
    expect(shown()).toEqual(['dress 2']);
    expect(toast.error.mock.calls).toEqual([['No such product.']]);
    expect(toast.success).not.toHaveBeenCalled();
  });

  test('takes over the quantity that the server has', async () => {
    const { add, take, shown } = await openCart();
    const done = add('shirt');
    await settle();
    take('addToCart').answer({ cart: [line('shirt', 3)] });
    await done;
    await settle();
    expect(shown()).toEqual(['shirt 3']);
  });
});

describe('changing a quantity', () => {
  test('shows at once and is sent without a success toast', async () => {
    const { change, take, shown } = await openCart(line('shirt', 2));
    const done = change('shirt', 'increment');
    await settle();
    expect(shown()).toEqual(['shirt 3']);
    const call = take('changeCartQuantity');
    expect(call.input).toEqual({ productId: 'shirt', body: { action: { type: 'increment' } } });
    call.answer({ cart: [line('shirt', 3)] });
    await done;
    expect(toast.success).not.toHaveBeenCalled();
  });

  test('a decrement at quantity 1 removes the line through DELETE', async () => {
    const { change, take, shown, sent } = await openCart(line('shirt', 1));
    const done = change('shirt', 'decrement');
    await settle();
    expect(shown()).toEqual([]);
    expect(sent()).not.toContain('changeCartQuantity');
    take('removeFromCart').answer({ cart: [] });
    await done;
    expect(toast.success.mock.calls).toEqual([['Product removed from cart']]);
  });

  test('clicks on one line go out one at a time; the answers between do not jump', async () => {
    const { change, take, shown, sent } = await openCart(line('shirt', 1));
    const all = [1, 2, 3].map(() => change('shirt', 'increment'));
    await settle();
    expect(shown()).toEqual(['shirt 4']);
    for (const quantity of [2, 3, 4]) {
      expect(sent().filter((name) => name === 'changeCartQuantity')).toHaveLength(quantity - 1);
      take('changeCartQuantity').answer({ cart: [line('shirt', quantity)] });
      await settle();
      expect(shown()).toEqual(['shirt 4']);
    }
    await Promise.all(all);
  });

  test('of several clicks only the failed one is undone', async () => {
    const { change, take, shown } = await openCart(line('shirt', 1));
    const both = [change('shirt', 'increment'), change('shirt', 'increment')];
    await settle();
    take('changeCartQuantity').fail(offline);
    await settle();
    expect(shown()).toEqual(['shirt 2']);
    take('changeCartQuantity').answer({ cart: [line('shirt', 2)] });
    await Promise.all(both);
    await settle();
    expect(shown()).toEqual(['shirt 2']);
    expect(toast.error.mock.calls).toEqual([[offlineText]]);
  });

  test('a decrement that meets quantity 1 because the click before failed removes', async () => {
    const { change, take } = await openCart(line('shirt', 1));
    const both = [change('shirt', 'increment'), change('shirt', 'decrement')];
    await settle();
    take('changeCartQuantity').fail(offline);
    await settle();
    take('removeFromCart').answer({ cart: [] });
    await Promise.all(both);
  });

  test('of a line that is not there does nothing', async () => {
    const { change, shown, sent } = await openCart();
    await change('ghost', 'decrement');
    expect(shown()).toEqual([]);
    expect(sent()).toEqual(['getCart']);
  });
});

describe('removing', () => {
  test('takes the whole line at once, and says so with the answer', async () => {
    const { remove, take, shown } = await openCart(line('shirt', 3), line('dress', 1));
    const done = remove('shirt');
    await settle();
    expect(shown()).toEqual(['dress 1']);
    const call = take('removeFromCart');
    expect(call.input).toEqual({ productId: 'shirt' });
    call.answer({ cart: [line('dress', 1)] });
    await done;
    expect(toast.success.mock.calls).toEqual([['Product removed from cart']]);
  });

  test('that fails puts the line back where it was, with its quantity', async () => {
    const { remove, take, shown } = await openCart(line('shirt', 3), line('dress', 1));
    const done = remove('shirt');
    await settle();
    take('removeFromCart').fail(offline);
    await done;
    await settle();
    expect(shown()).toEqual(['shirt 3', 'dress 1']);
  });

  test('late answers never bring the line back', async () => {
    const { change, remove, take, shown } = await openCart(line('shirt', 1), line('dress', 1));
    const slow = change('dress', 'increment');
    const removing = remove('shirt');
    await settle();
    take('removeFromCart').answer({ cart: [line('dress', 1)] });
    await removing;
    // Answered by the server before the removal, arriving after it.
    take('changeCartQuantity').answer({ cart: [line('shirt', 1), line('dress', 2)] });
    await slow;
    await settle();
    expect(shown()).toEqual(['dress 2']);
  });

  test('after a pending increment keeps the line away while that is answered', async () => {
    const { change, remove, take, shown } = await openCart(line('shirt', 1));
    const both = [change('shirt', 'increment'), remove('shirt')];
    await settle();
    expect(shown()).toEqual([]);
    take('changeCartQuantity').answer({ cart: [line('shirt', 2)] });
    await settle();
    expect(shown()).toEqual([]);
    take('removeFromCart').answer({ cart: [] });
    await Promise.all(both);
    await settle();
    expect(shown()).toEqual([]);
  });
});

test('changes of different products do not wait for each other', async () => {
  const { add, sent } = await openCart();
  void add('shirt');
  void add('dress');
  await settle();
  expect(sent()).toEqual(['getCart', 'addToCart', 'addToCart']);
});

test('logging out empties the cart, and a late answer does not refill it', async () => {
  const { store, add, take, shown } = await openCart(line('dress', 1));
  const done = add('shirt');
  await settle();
  store.set(logoutAtom);
  toast.success.mockClear();
  take('addToCart').answer({ cart: [line('dress', 1), line('shirt', 1)] });
  await done;
  await settle();
  expect(shown()).toEqual([]);
  expect(toast.success).not.toHaveBeenCalled();
});

test('logging out drops the clicks that have not gone out', async () => {
  const { store, change, take, sent } = await openCart(line('shirt', 1));
  const both = [change('shirt', 'increment'), change('shirt', 'increment')];
  await settle();
  store.set(logoutAtom);
  take('changeCartQuantity').answer({ cart: [line('shirt', 2)] });
  await Promise.all(both);
  expect(sent()).toEqual(['getCart', 'changeCartQuantity']);
});

test('once a change is settled, a reload takes over what the server has by then', async () => {
  const { store, change, take, shown } = await openCart(line('shirt', 1));
  const done = change('shirt', 'increment');
  await settle();
  take('changeCartQuantity').answer({ cart: [line('shirt', 2)] });
  await done;
  store.sub(cartLoadAtom, () => {});
  void store.get(cartLoadAtom).refetch();
  take('getCart').answer({ cart: [line('shirt', 5), line('dress', 1)] });
  await settle();
  expect(shown()).toEqual(['shirt 5', 'dress 1']);
});
