import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  aProduct,
  arjun,
  broken,
  brokenText,
  line,
  meera,
  offline,
  openCart,
  openShop,
  settle,
  spyOnToasts,
} from '../testing/fakes.ts';
import { toast } from '../toast.ts';
import { cartAtom, changeCartAtom } from './cart.ts';
import { isOfflineAtom } from './network.ts';
import { pendingChangesAtom } from './pending-changes.ts';
import { changeSessionAtom } from './session.ts';

beforeEach(spyOnToasts);

test('every action of a logged-out visitor opens the login page and sends nothing', async () => {
  const { store, sent } = openShop();
  store.sub(cartAtom, () => {});
  await store.set(changeCartAtom, { type: 'add', product: aProduct('shirt') });
  await store.set(changeCartAtom, { type: 'remove', productId: 'shirt' });
  await store.set(changeCartAtom, { productId: 'shirt', type: 'increment' });
  expect(vi.mocked(toast.error).mock.calls).toEqual(Array(3).fill(['Please login to continue!']));
  expect(sent()).toEqual([]);
});

describe('adding', () => {
  test('shows quantity 1 immediately; the toast and the server’s quantity follow with the response', async () => {
    const { add, respond, shown } = await openCart();
    void add('shirt');
    await settle();
    expect(shown()).toEqual(['shirt 1']);
    await respond('addToCart', { cart: [line('shirt', 3)] });
    expect(shown()).toEqual(['shirt 3']);
    expect(vi.mocked(toast.success).mock.calls).toEqual([['Product added to cart', undefined]]);
  });

  test('the same product twice creates one line and sends one request', async () => {
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

  test('is undone with a toast if it fails', async () => {
    const { add, fail, shown } = await openCart(line('dress', 2));
    void add('shirt');
    await settle();
    await fail('addToCart', { kind: 'status', status: 404, messages: ['No such product.'] });
    expect(shown()).toEqual(['dress 2']);
    expect(vi.mocked(toast.error).mock.calls).toEqual([['No such product.']]);
    expect(toast.success).not.toHaveBeenCalled();
  });
});

describe('changing a quantity', () => {
  test('is shown immediately and sent without a success toast', async () => {
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

  test('a decrement at quantity 1 removes the line with DELETE', async () => {
    const { change, respond, shown, sent } = await openCart(line('shirt', 1));
    void change('shirt', 'decrement');
    await settle();
    expect(shown()).toEqual([]);
    expect(sent()).not.toContain('changeCartQuantity');
    await respond('removeFromCart', { cart: [] });
    expect(vi.mocked(toast.success).mock.calls).toEqual([['Product removed from cart']]);
  });

  test('twenty clicks are two calls, one at a time; the first response does not change the displayed quantity', async () => {
    const { change, take, respond, shown, sent } = await openCart(line('shirt', 1));
    const all = Array.from({ length: 20 }, () => change('shirt', 'increment'));
    await settle();
    expect(shown()).toEqual(['shirt 21']);
    expect(sent()).toEqual(['getCart', 'changeCartQuantity']);
    await respond('changeCartQuantity', { cart: [line('shirt', 2)] });
    expect(shown()).toEqual(['shirt 21']);
    expect(sent()).toEqual(['getCart', 'changeCartQuantity', 'setCartQuantity']);
    const call = take('setCartQuantity');
    expect(call.input).toEqual({ productId: 'shirt', body: { quantity: 21 } });
    call.respond({ cart: [line('shirt', 21)] });
    await Promise.all(all);
    expect(shown()).toEqual(['shirt 21']);
  });

  test('increments and decrements that wait for the network are merged into one call', async () => {
    const { store, change, respond, shown } = await openCart(line('shirt', 5));
    void change('shirt', 'increment');
    await settle();
    void change('shirt', 'decrement');
    void change('shirt', 'decrement');
    void change('shirt', 'decrement');
    void change('shirt', 'increment');
    await settle();
    await respond('changeCartQuantity', { cart: [line('shirt', 6)] });
    await respond('setCartQuantity', { cart: [line('shirt', 4)] });
    expect(shown()).toEqual(['shirt 4']);
    expect(store.get(pendingChangesAtom)).toBe(0);
  });

  test('of several clicks, only the failed one is undone', async () => {
    const { change, take, fail, shown } = await openCart(line('shirt', 1));
    const both = [change('shirt', 'increment'), change('shirt', 'increment')];
    await settle();
    await fail('changeCartQuantity', broken);
    expect(shown()).toEqual(['shirt 2']);
    take('changeCartQuantity').respond({ cart: [line('shirt', 2)] });
    await Promise.all(both);
    await settle();
    expect(shown()).toEqual(['shirt 2']);
    expect(vi.mocked(toast.error).mock.calls).toEqual([[brokenText]]);
  });

  test('a decrement at quantity 1, after a failed increment, keeps the line', async () => {
    const { change, take, shown, sent } = await openCart(line('shirt', 1));
    const both = [change('shirt', 'increment'), change('shirt', 'decrement')];
    await settle();
    take('changeCartQuantity').fail(broken);
    await Promise.all(both);
    expect(shown()).toEqual(['shirt 1']);
    expect(sent()).toEqual(['getCart', 'changeCartQuantity', 'getCart']);
  });

  test('does nothing for a missing line', async () => {
    const { change, shown, sent } = await openCart();
    await change('ghost', 'decrement');
    expect(shown()).toEqual([]);
    expect(sent()).toEqual(['getCart']);
  });
});

test('changes of different products do not wait for each other, and each has its initiator', async () => {
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

describe('removing', () => {
  test('removes the whole line immediately; the toast follows with the response', async () => {
    const { remove, take, shown } = await openCart(line('shirt', 3), line('dress', 1));
    const done = remove('shirt');
    await settle();
    expect(shown()).toEqual(['dress 1']);
    const call = take('removeFromCart');
    expect(call.input).toEqual({ productId: 'shirt' });
    call.respond({ cart: [line('dress', 1)] });
    await done;
    expect(vi.mocked(toast.success).mock.calls).toEqual([['Product removed from cart']]);
  });

  test('is undone if it fails: the line returns to its position with its quantity', async () => {
    const { remove, fail, shown } = await openCart(line('shirt', 3), line('dress', 1));
    void remove('shirt');
    await settle();
    await fail('removeFromCart', broken);
    expect(shown()).toEqual(['shirt 3', 'dress 1']);
  });

  test('late responses never restore the line', async () => {
    const { change, remove, take, respond, shown } = await openCart(
      line('shirt', 1),
      line('dress', 1),
    );
    const slow = change('dress', 'increment');
    void remove('shirt');
    await settle();
    await respond('removeFromCart', { cart: [line('dress', 1)] });
    // Sent by the server before the removal, received after it.
    take('changeCartQuantity').respond({ cart: [line('shirt', 1), line('dress', 2)] });
    await slow;
    await settle();
    expect(shown()).toEqual(['dress 2']);
  });
});

test.each([
  ['logging out', null],
  ['a login of another shopper', arjun],
])('%s empties the cart, and a late response does not refill it', async (_, session) => {
  const { store, add, respond, shown } = await openCart(line('dress', 1));
  void add('shirt');
  await settle();
  store.set(changeSessionAtom, session, 'erased');
  await respond('addToCart', { cart: [line('dress', 1), line('shirt', 1)] });
  expect(shown()).toEqual([]);
  expect(toast.success).not.toHaveBeenCalled();
});

test('logging out discards unsent changes', async () => {
  const { store, change, take, sent } = await openCart(line('shirt', 1));
  const both = [change('shirt', 'increment'), change('shirt', 'increment')];
  await settle();
  store.set(changeSessionAtom, null, 'erased');
  take('changeCartQuantity').respond({ cart: [line('shirt', 2)] });
  await Promise.all(both);
  expect(sent()).toEqual(['getCart', 'changeCartQuantity']);
});

test('once a change is settled, a reload shows the server’s current cart', async () => {
  const { store, change, respond, shown } = await openCart(line('shirt', 1));
  void change('shirt', 'increment');
  await settle();
  await respond('changeCartQuantity', { cart: [line('shirt', 2)] });
  store.sub(cartAtom, () => {});
  void store.get(cartAtom).refetch();
  await respond('getCart', { cart: [line('shirt', 5), line('dress', 1)] });
  expect(shown()).toEqual(['shirt 5', 'dress 1']);
});

test('a confirmed change shows that the shop is reachable, even if a load failed meanwhile', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const { store, change, respond, fail } = await openCart(line('shirt', 1));
  void change('shirt', 'increment');
  await settle();
  store.sub(cartAtom, () => {});
  void store.get(cartAtom).refetch();
  await fail('getCart', offline);
  expect(store.get(isOfflineAtom)).toBe(true);
  await respond('changeCartQuantity', { cart: [line('shirt', 2)] });
  expect(store.get(isOfflineAtom)).toBe(false);
});

test('a new session does not start offline because the previous one was', async () => {
  const { store, change, fail } = await openCart(line('shirt', 1));
  void change('shirt', 'increment');
  await settle();
  await fail('changeCartQuantity', offline);
  expect(store.get(isOfflineAtom)).toBe(true);
  expect(store.get(cartAtom).items[0]?.quantity).toBe(2);
  store.set(changeSessionAtom, null, 'erased');
  await settle();
  expect(store.get(isOfflineAtom)).toBe(false);
});
