import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { broken, line, openCart, settle } from '../testing/fakes.ts';
import { cartAtom } from './cart.ts';
import { changeSessionAtom } from './session.ts';

const toast = vi.hoisted(() => ({ success: vi.fn(), error: vi.fn() }));
vi.mock('../toast.ts', () => ({ toast }));

beforeEach(() => vi.clearAllMocks());
afterEach(() => vi.unstubAllGlobals());

describe('removing', () => {
  test('removes the whole line at once; the toast comes with the response', async () => {
    const { remove, take, shown } = await openCart(line('shirt', 3), line('dress', 1));
    const done = remove('shirt');
    await settle();
    expect(shown()).toEqual(['dress 1']);
    const call = take('removeFromCart');
    expect(call.input).toEqual({ productId: 'shirt' });
    call.respond({ cart: [line('dress', 1)] });
    await done;
    expect(toast.success.mock.calls).toEqual([['Product removed from cart']]);
  });

  test('that fails puts the line back where it was, with its quantity', async () => {
    const { remove, take, shown } = await openCart(line('shirt', 3), line('dress', 1));
    const done = remove('shirt');
    await settle();
    take('removeFromCart').fail(broken);
    await done;
    await settle();
    expect(shown()).toEqual(['shirt 3', 'dress 1']);
  });

  test('late responses never bring the line back', async () => {
    const { change, remove, take, shown } = await openCart(line('shirt', 1), line('dress', 1));
    const slow = change('dress', 'increment');
    const removing = remove('shirt');
    await settle();
    take('removeFromCart').respond({ cart: [line('dress', 1)] });
    await removing;
    // Sent by the server before the removal, received after it.
    take('changeCartQuantity').respond({ cart: [line('shirt', 1), line('dress', 2)] });
    await slow;
    await settle();
    expect(shown()).toEqual(['dress 2']);
  });

  test('after a pending increment keeps the line away until the increment is confirmed', async () => {
    const { change, remove, take, shown } = await openCart(line('shirt', 1));
    const both = [change('shirt', 'increment'), remove('shirt')];
    await settle();
    expect(shown()).toEqual([]);
    take('changeCartQuantity').respond({ cart: [line('shirt', 2)] });
    await settle();
    expect(shown()).toEqual([]);
    take('removeFromCart').respond({ cart: [] });
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

test('logging out empties the cart, and a late response does not refill it', async () => {
  const { store, add, take, shown } = await openCart(line('dress', 1));
  const done = add('shirt');
  await settle();
  store.set(changeSessionAtom, null, 'erased');
  toast.success.mockClear();
  take('addToCart').respond({ cart: [line('dress', 1), line('shirt', 1)] });
  await done;
  await settle();
  expect(shown()).toEqual([]);
  expect(toast.success).not.toHaveBeenCalled();
});

test('logging out drops the clicks that were not sent', async () => {
  const { store, change, take, sent } = await openCart(line('shirt', 1));
  const both = [change('shirt', 'increment'), change('shirt', 'increment')];
  await settle();
  store.set(changeSessionAtom, null, 'erased');
  take('changeCartQuantity').respond({ cart: [line('shirt', 2)] });
  await Promise.all(both);
  expect(sent()).toEqual(['getCart', 'changeCartQuantity']);
});

test('once a change is settled, a reload takes over what the server has by then', async () => {
  const { store, change, take, shown } = await openCart(line('shirt', 1));
  const done = change('shirt', 'increment');
  await settle();
  take('changeCartQuantity').respond({ cart: [line('shirt', 2)] });
  await done;
  store.sub(cartAtom, () => {});
  void store.get(cartAtom).refetch();
  take('getCart').respond({ cart: [line('shirt', 5), line('dress', 1)] });
  await settle();
  expect(shown()).toEqual(['shirt 5', 'dress 1']);
});
