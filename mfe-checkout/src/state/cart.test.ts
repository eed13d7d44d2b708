import { cartAtom, wishlistAtom } from '@patchwork/shop';
import { broken, line, offline, openCart, settle } from '@patchwork/state/testing/fakes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { moveToWishlistAtom } from './cart.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => vi.unstubAllGlobals());

const shirt = line('shirt', 2);

/** A cart with a shirt, which is being moved to the wishlist. */
async function moveShirt() {
  const shop = await openCart(shirt);
  shop.store.sub(wishlistAtom, () => {});
  shop.take('getWishlist').respond({ wishlist: [] });
  await settle();
  const moved = shop.store.set(moveToWishlistAtom, shirt);
  await settle();
  return {
    ...shop,
    moved,
    lists: () => [
      shop.store.get(cartAtom).items.map(({ product }) => product.id),
      shop.store.get(wishlistAtom).items.map(({ id }) => id),
    ],
  };
}

test('a line leaves the cart once the server has its product in the wishlist', async () => {
  const { take, moved, lists, sent } = await moveShirt();
  expect(lists()).toEqual([['shirt'], ['shirt']]);
  expect(sent()).not.toContain('removeFromCart');
  take('addToWishlist').respond({ wishlist: [shirt.product] });
  await settle();
  take('removeFromCart').respond({ cart: [] });
  await moved;
  expect(lists()).toEqual([[], ['shirt']]);
});

test('a line stays where the server refuses its product in the wishlist', async () => {
  const { take, moved, lists, sent } = await moveShirt();
  take('addToWishlist').fail(broken);
  await moved;
  expect(lists()).toEqual([['shirt'], []]);
  expect(sent()).not.toContain('removeFromCart');
});

test('without a network the line moves too: both changes wait', async () => {
  const { take, moved, lists } = await moveShirt();
  take('addToWishlist').fail(offline);
  await moved;
  expect(lists()).toEqual([[], ['shirt']]);
});
