import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  aProduct,
  broken,
  brokenText,
  line,
  meera,
  openCart,
  openShop,
  settle,
} from '../testing/fakes.ts';
import { cartAtom, changeCartAtom } from './cart.ts';
import { pendingChangesAtom } from './pending-changes.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../toast.ts', () => ({ toast }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

test('every action of a visitor goes to login and sends nothing', async () => {
  const { store, sent } = openShop();
  store.sub(cartAtom, () => {});
  await store.set(changeCartAtom, { type: 'add', product: aProduct('shirt') });
  await store.set(changeCartAtom, { type: 'remove', productId: 'shirt' });
  await store.set(changeCartAtom, { productId: 'shirt', type: 'increment' });
  expect(toast.error.mock.calls).toEqual(Array(3).fill(['Please login to continue!']));
  expect(sent()).toEqual([]);
});

describe('adding', () => {
  test('shows quantity 1 at once; the toast comes with the response', async () => {
    const { add, take, shown } = await openCart();
    const done = add('shirt');
    await settle();
    expect(shown()).toEqual(['shirt 1']);
    take('addToCart').respond({ cart: [line('shirt', 1)] });
    await done;
    expect(toast.success.mock.calls).toEqual([['Product added to cart']]);
  });

  test('the same product twice leaves one line and sends one request', async () => {
    const { add, take, shown, sent } = await openCart();
    const both = [add('shirt'), add('shirt')];
    await settle();
    take('addToCart').respond({ cart: [line('shirt', 1)] });
    await Promise.all(both);
    await settle();
    expect(shown()).toEqual(['shirt 1']);
    expect(sent()).toEqual(['getCart', 'addToCart']);
    expect(toast.success).toHaveBeenCalledTimes(1);
  });

  test('that fails is undone, with a toast', async () => {
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
    take('addToCart').respond({ cart: [line('shirt', 3)] });
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
    call.respond({ cart: [line('shirt', 3)] });
    await done;
    expect(toast.success).not.toHaveBeenCalled();
  });

  test('a decrement at quantity 1 removes the line through DELETE', async () => {
    const { change, take, shown, sent } = await openCart(line('shirt', 1));
    const done = change('shirt', 'decrement');
    await settle();
    expect(shown()).toEqual([]);
    expect(sent()).not.toContain('changeCartQuantity');
    take('removeFromCart').respond({ cart: [] });
    await done;
    expect(toast.success.mock.calls).toEqual([['Product removed from cart']]);
  });

  test('twenty clicks are two calls, one at a time; the response between does not change what is shown', async () => {
    const { change, take, shown, sent } = await openCart(line('shirt', 1));
    const all = Array.from({ length: 20 }, () => change('shirt', 'increment'));
    await settle();
    expect(shown()).toEqual(['shirt 21']);
    expect(sent()).toEqual(['getCart', 'changeCartQuantity']);
    take('changeCartQuantity').respond({ cart: [line('shirt', 2)] });
    await settle();
    expect(shown()).toEqual(['shirt 21']);
    expect(sent()).toEqual(['getCart', 'changeCartQuantity', 'setCartQuantity']);
    const call = take('setCartQuantity');
    expect(call.input).toEqual({ productId: 'shirt', body: { quantity: 21 } });
    call.respond({ cart: [line('shirt', 21)] });
    await Promise.all(all);
    expect(shown()).toEqual(['shirt 21']);
  });

  test('steps that wait for the network and a step back are one call', async () => {
    const { store, change, take, shown } = await openCart(line('shirt', 5));
    void change('shirt', 'increment');
    await settle();
    void change('shirt', 'decrement');
    void change('shirt', 'decrement');
    void change('shirt', 'decrement');
    void change('shirt', 'increment');
    await settle();
    take('changeCartQuantity').respond({ cart: [line('shirt', 6)] });
    await settle();
    take('setCartQuantity').respond({ cart: [line('shirt', 4)] });
    await settle();
    expect(shown()).toEqual(['shirt 4']);
    expect(store.get(pendingChangesAtom)).toBe(0);
  });

  test('of several clicks only the failed one is undone', async () => {
    const { change, take, shown } = await openCart(line('shirt', 1));
    const both = [change('shirt', 'increment'), change('shirt', 'increment')];
    await settle();
    take('changeCartQuantity').fail(broken);
    await settle();
    expect(shown()).toEqual(['shirt 2']);
    take('changeCartQuantity').respond({ cart: [line('shirt', 2)] });
    await Promise.all(both);
    await settle();
    expect(shown()).toEqual(['shirt 2']);
    expect(toast.error.mock.calls).toEqual([[brokenText]]);
  });

  test('a decrement that meets quantity 1 because the click before failed leaves the line', async () => {
    const { change, take, shown, sent } = await openCart(line('shirt', 1));
    const both = [change('shirt', 'increment'), change('shirt', 'decrement')];
    await settle();
    take('changeCartQuantity').fail(broken);
    await Promise.all(both);
    expect(shown()).toEqual(['shirt 1']);
    expect(sent()).toEqual(['getCart', 'changeCartQuantity', 'getCart']);
  });

  test('of a line that is not there does nothing', async () => {
    const { change, shown, sent } = await openCart();
    await change('ghost', 'decrement');
    expect(shown()).toEqual([]);
    expect(sent()).toEqual(['getCart']);
  });
});

test('each change is sent with its initiator', async () => {
  const initiators = ['mfe-catalog', 'mfe-checkout'];
  const { store, take } = openShop({
    session: meera,
    initiator: () => initiators.shift() ?? 'shell',
  });
  void store.set(changeCartAtom, { type: 'add', product: aProduct('shirt') });
  void store.set(changeCartAtom, { type: 'add', product: aProduct('dress') });
  await settle();
  expect(take('addToCart').initiator).toBe('mfe-catalog');
  expect(take('addToCart').initiator).toBe('mfe-checkout');
});
