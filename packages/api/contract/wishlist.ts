import { expect, test } from 'vitest';
import { type ApiUnderTest, unknownId } from './under-test.ts';

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

export function wishlistContract({ refused, signUp, succeed, twoProducts }: ApiUnderTest): void {
  test('a product is added and removed', async () => {
    const { token } = await signUp();
    const [first, second] = await twoProducts();
    await succeed('addToWishlist', { token, body: { product: first } });
    const { wishlist } = await succeed('addToWishlist', { token, body: { product: second } });
    expect(wishlist.map(({ _id }) => _id)).toEqual([first._id, second._id]);
    expect(wishlist[0]).toEqual({
      ...first,
      createdAt: expect.stringMatching(stamp),
      updatedAt: expect.stringMatching(stamp),
    });
    expect(await succeed('getWishlist', { token })).toEqual({ wishlist });

    const left = await succeed('removeFromWishlist', { token, params: { productId: first._id } });
    expect(left.wishlist.map(({ _id }) => _id)).toEqual([second._id]);
    expect(await succeed('getWishlist', { token })).toEqual(left);
  });

  test('a repeated add or remove is safe', async () => {
    const { token } = await signUp();
    const [first] = await twoProducts();
    const once = await succeed('addToWishlist', { token, body: { product: first } });
    const twice = await succeed('addToWishlist', { token, body: { product: first } });
    expect(twice).toEqual(once);
    const params = { productId: first._id };
    await succeed('removeFromWishlist', { token, params });
    expect(await succeed('removeFromWishlist', { token, params })).toEqual({ wishlist: [] });
  });

  test('an unknown product is refused and changes nothing', async () => {
    const { token } = await signUp();
    const [first] = await twoProducts();
    const before = await succeed('addToWishlist', { token, body: { product: first } });
    await refused('addToWishlist', { token, body: { product: { ...first, _id: unknownId } } }, 404);
    await refused('removeFromWishlist', { token, params: { productId: unknownId } }, 404);
    expect(await succeed('getWishlist', { token })).toEqual(before);
  });

  test('of a product that was sent, only the id is used', async () => {
    const { token } = await signUp();
    const [first] = await twoProducts();
    const body = { product: { ...first, price: '1', title: 'Cheap' } };
    const { wishlist } = await succeed('addToWishlist', { token, body });
    expect(wishlist[0]).toMatchObject(first);
  });

  test('one shopper does not see the list of another', async () => {
    const [one, other] = [await signUp(), await signUp()];
    const [first] = await twoProducts();
    await succeed('addToWishlist', { token: one.token, body: { product: first } });
    expect(await succeed('getWishlist', { token: other.token })).toEqual({ wishlist: [] });
  });
}
