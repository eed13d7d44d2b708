import { isWished } from '@patchwork/domain';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aProduct, broken, meera, openShop, settle, spyOnToasts } from '../testing/fakes.ts';
import { toast } from '../toast.ts';
import { changeSessionAtom } from './session.ts';
import { changeWishlistAtom, wishlistAtom } from './wishlist.ts';

beforeEach(spyOnToasts);
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

const [shirt, dress] = [aProduct('shirt'), aProduct('dress')];

async function openWishlist(loaded = [shirt]) {
  const shop = openShop({ session: meera });
  shop.store.sub(wishlistAtom, () => {});
  shop.take('getWishlist').respond({ wishlist: loaded });
  await settle();
  return {
    ...shop,
    ids: () => shop.store.get(wishlistAtom).items.map(({ id }) => id),
    /** Adds the product, or removes it if it is in the list. */
    toggle: (product = dress) => {
      const isThere = isWished(shop.store.get(wishlistAtom).items, product.id);
      return shop.store.set(
        changeWishlistAtom,
        isThere ? { type: 'remove', productId: product.id } : { type: 'add', product },
      );
    },
  };
}

describe('loading', () => {
  test('starts automatically after each login, not before', async () => {
    const { store, respond, sent } = openShop();
    store.sub(wishlistAtom, () => {});
    await settle();
    expect(sent()).toEqual([]);
    for (const product of [shirt, dress]) {
      expect(store.get(wishlistAtom).items).toEqual([]);
      store.set(changeSessionAtom, meera);
      await settle();
      await respond('getWishlist', { wishlist: [product] });
      expect(store.get(wishlistAtom).items).toEqual([product]);
      store.set(changeSessionAtom, null, 'erased');
    }
  });

  test('is logged without the email if it fails, and can be retried', async () => {
    const { store, respond, fail } = openShop({ session: meera });
    store.sub(wishlistAtom, () => {});
    await fail('getWishlist', broken);
    expect(store.get(wishlistAtom).isError).toBe(true);
    expect(vi.mocked(console.error).mock.calls).toEqual([
      ['Loading user/wishlist failed:', broken],
    ]);
    void store.get(wishlistAtom).refetch();
    await respond('getWishlist', { wishlist: [shirt] });
    expect(store.get(wishlistAtom).data).toEqual([shirt]);
  });
});

describe('a change', () => {
  test('adds immediately; the toast follows with the response', async () => {
    const { take, toggle, ids } = await openWishlist();
    const done = toggle();
    await settle();
    expect(ids()).toEqual(['shirt', 'dress']);
    expect(toast.success).not.toHaveBeenCalled();
    const call = take('addToWishlist');
    expect(call.input).toEqual({ body: { product: dress } });
    call.respond({ wishlist: [shirt, dress] });
    expect(await done).toBe(true);
    expect(vi.mocked(toast.success).mock.calls).toEqual([['Product added to wishlist', undefined]]);
  });

  test('removes a product immediately', async () => {
    const { take, toggle, ids } = await openWishlist();
    const done = toggle(shirt);
    await settle();
    expect(ids()).toEqual([]);
    const call = take('removeFromWishlist');
    expect(call.input).toEqual({ productId: 'shirt' });
    call.respond({ wishlist: [] });
    await done;
    expect(vi.mocked(toast.success).mock.calls).toEqual([['Product removed from wishlist']]);
  });

  test('and its reversal are sent in order, one at a time', async () => {
    const { take, respond, toggle, ids, sent } = await openWishlist();
    const both = [toggle(), toggle()];
    await settle();
    expect(ids()).toEqual(['shirt']);
    expect(sent()).toEqual(['getWishlist', 'addToWishlist']);
    await respond('addToWishlist', { wishlist: [shirt, dress] });
    expect(ids()).toEqual(['shirt']);
    take('removeFromWishlist').respond({ wishlist: [shirt] });
    await Promise.all(both);
    await settle();
    expect(ids()).toEqual(['shirt']);
  });
});

test('with a 401 logs out with one toast: the refusal is not reported twice', async () => {
  const { fail, toggle, auth, ids, navigate } = await openWishlist();
  void toggle();
  await settle();
  auth.onUnauthorized();
  await fail('addToWishlist', { kind: 'status', status: 401, messages: ['The token is invalid.'] });
  expect(vi.mocked(toast.error).mock.calls).toEqual([['Please login to continue!']]);
  expect(navigate.mock.calls).toEqual([['/login']]);
  expect(ids()).toEqual([]);
});

describe('a change while the list is loading', () => {
  test('is shown immediately and stays', async () => {
    const { store, respond } = openShop({ session: meera });
    store.sub(wishlistAtom, () => {});
    void store.set(changeWishlistAtom, { type: 'add', product: dress });
    await settle();
    expect(store.get(wishlistAtom).items).toEqual([dress]);
    // The server sent this response before the change reached it.
    await respond('getWishlist', { wishlist: [shirt] });
    expect(store.get(wishlistAtom).items).toEqual([shirt, dress]);
    await respond('addToWishlist', { wishlist: [shirt, dress] });
    expect(store.get(wishlistAtom).items).toEqual([shirt, dress]);
  });

  test('is not undone by a load that began before it and ends later', async () => {
    const { store, take, respond, toggle, ids } = await openWishlist([shirt, dress]);
    void store.get(wishlistAtom).refetch();
    const stale = take('getWishlist');
    void toggle(shirt);
    await settle();
    await respond('removeFromWishlist', { wishlist: [dress] });
    stale.respond({ wishlist: [shirt, dress] });
    await settle();
    expect(ids()).toEqual(['dress']);
  });
});
