import { expect, test } from 'vitest';
import { type ApiUnderTest, unknownId } from './under-test.ts';

const stamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/;

const change = (type: string) => ({ action: { type } });

function testChanges({ signUp, succeed, twoProducts }: ApiUnderTest): void {
  test('a product is added with quantity 1, and removed', async () => {
    const { token } = await signUp();
    const [first, second] = await twoProducts();
    await succeed('addToCart', { token, body: { product: first } });
    const { cart } = await succeed('addToCart', { token, body: { product: second } });
    expect(cart.map(({ _id }) => _id)).toEqual([first._id, second._id]);
    expect(cart[0]).toEqual({
      ...first,
      qty: 1,
      createdAt: expect.stringMatching(stamp),
      updatedAt: expect.stringMatching(stamp),
    });
    expect(await succeed('getCart', { token })).toEqual({ cart });

    const left = await succeed('removeFromCart', { token, params: { productId: first._id } });
    expect(left.cart.map(({ _id }) => _id)).toEqual([second._id]);
    expect(await succeed('getCart', { token })).toEqual(left);
  });

  test('the quantity goes up and down by 1, of that line alone', async () => {
    const { token } = await signUp();
    const [first, second] = await twoProducts();
    await succeed('addToCart', { token, body: { product: first } });
    await succeed('addToCart', { token, body: { product: second } });
    const params = { productId: first._id };
    await succeed('changeCartQuantity', { token, params, body: change('increment') });
    const up = await succeed('changeCartQuantity', { token, params, body: change('increment') });
    expect(up.cart.map(({ qty }) => qty)).toEqual([3, 1]);
    const down = await succeed('changeCartQuantity', { token, params, body: change('decrement') });
    expect(down.cart.map(({ qty }) => qty)).toEqual([2, 1]);
    expect(await succeed('getCart', { token })).toEqual(down);
  });

  test('the quantity is set, of that line alone; a repetition changes nothing', async () => {
    const { token } = await signUp();
    const [first, second] = await twoProducts();
    await succeed('addToCart', { token, body: { product: first } });
    await succeed('addToCart', { token, body: { product: second } });
    const call = { token, params: { productId: first._id }, body: { quantity: 20 } };
    const { cart } = await succeed('setCartQuantity', call);
    expect(cart.map(({ qty }) => qty)).toEqual([20, 1]);
    expect((await succeed('setCartQuantity', call)).cart.map(({ qty }) => qty)).toEqual([20, 1]);
    const down = await succeed('setCartQuantity', { ...call, body: { quantity: 1 } });
    expect(down.cart.map(({ qty }) => qty)).toEqual([1, 1]);
    expect(await succeed('getCart', { token })).toEqual(down);
  });

  test('a repeated add leaves the line as it is; a repeated remove is safe', async () => {
    const { token } = await signUp();
    const [first] = await twoProducts();
    const params = { productId: first._id };
    await succeed('addToCart', { token, body: { product: first } });
    const two = await succeed('changeCartQuantity', { token, params, body: change('increment') });
    expect(await succeed('addToCart', { token, body: { product: first } })).toEqual(two);
    await succeed('removeFromCart', { token, params });
    expect(await succeed('removeFromCart', { token, params })).toEqual({ cart: [] });
  });
}

/** The specification sets the mock no bounds. Every other API counts as the page does: from 1 to 999. */
function testBounds({ isMock, signUp, succeed, twoProducts }: ApiUnderTest): void {
  test.each([
    { start: 1, type: 'decrement', mock: 0, others: 1 },
    { start: 999, type: 'increment', mock: 1000, others: 999 },
  ])(
    'after $start, one $type makes $mock on the mock, and $others on every other API',
    async ({ start, type, mock, others }) => {
      const { token } = await signUp();
      const [first] = await twoProducts();
      const call = { token, params: { productId: first._id } };
      await succeed('addToCart', { token, body: { product: first } });
      await succeed('setCartQuantity', { ...call, body: { quantity: start } });
      const { cart } = await succeed('changeCartQuantity', { ...call, body: change(type) });
      expect(cart.map(({ qty }) => qty)).toEqual([isMock ? mock : others]);
    },
  );

  test('a quantity of 5,000 is set as it is on the mock, and as 999 on every other API', async () => {
    const { token } = await signUp();
    const [first] = await twoProducts();
    await succeed('addToCart', { token, body: { product: first } });
    const call = { token, params: { productId: first._id }, body: { quantity: 5000 } };
    const { cart } = await succeed('setCartQuantity', call);
    expect(cart.map(({ qty }) => qty)).toEqual([isMock ? 5000 : 999]);
  });
}

function testRefusals({ refused, signUp, succeed, twoProducts }: ApiUnderTest): void {
  test('an unknown product is refused and changes nothing', async () => {
    const { token } = await signUp();
    const [first, second] = await twoProducts();
    const before = await succeed('addToCart', { token, body: { product: first } });
    const unknown = { token, params: { productId: unknownId } };
    await refused('addToCart', { token, body: { product: { ...first, _id: unknownId } } }, 404);
    await refused('changeCartQuantity', { ...unknown, body: change('increment') }, 404);
    await refused('removeFromCart', unknown, 404);
    const absent = { token, params: { productId: second._id }, body: change('increment') };
    await refused('changeCartQuantity', absent, 404);
    await refused('setCartQuantity', { ...absent, body: { quantity: 2 } }, 404);
    expect(await succeed('getCart', { token })).toEqual(before);
  });

  test.each([change('double'), change(''), { action: {} }, {}])(
    'the unknown action %j is refused and changes nothing',
    async (body) => {
      const { token } = await signUp();
      const [first] = await twoProducts();
      const before = await succeed('addToCart', { token, body: { product: first } });
      await refused('changeCartQuantity', { token, params: { productId: first._id }, body }, 400);
      expect(await succeed('getCart', { token })).toEqual(before);
    },
  );

  test.each([{ quantity: 0 }, { quantity: -1 }, { quantity: 1.5 }, { quantity: '2' }, {}])(
    'the impossible quantity %j is refused and changes nothing',
    async (body) => {
      const { token } = await signUp();
      const [first] = await twoProducts();
      const before = await succeed('addToCart', { token, body: { product: first } });
      await refused('setCartQuantity', { token, params: { productId: first._id }, body }, 400);
      expect(await succeed('getCart', { token })).toEqual(before);
    },
  );
}

/** Rules that both lists of products share. */
function testList({ signUp, succeed, twoProducts }: ApiUnderTest, list: 'cart' | 'wishlist'): void {
  const names = {
    cart: ['addToCart', 'getCart'],
    wishlist: ['addToWishlist', 'getWishlist'],
  } as const;
  const [add, get] = names[list];

  test('of a product that was sent, only the id is used', async () => {
    const { token } = await signUp();
    const [first] = await twoProducts();
    const body = { product: { ...first, price: '1', title: 'Cheap', qty: 99 } };
    const [line] = Object(await succeed(add, { token, body }))[list];
    expect(line).toMatchObject(list === 'cart' ? { ...first, qty: 1 } : first);
  });

  test('one shopper does not see the list of another', async () => {
    const [one, other] = [await signUp(), await signUp()];
    const [first] = await twoProducts();
    await succeed(add, { token: one.token, body: { product: first } });
    expect(await succeed(get, { token: other.token })).toEqual({ [list]: [] });
  });
}

export function cartContract(api: ApiUnderTest): void {
  testList(api, 'cart');
  testChanges(api);
  testBounds(api);
  testRefusals(api);
}

export function wishlistContract(api: ApiUnderTest): void {
  const { refused, signUp, succeed, twoProducts } = api;
  testList(api, 'wishlist');

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
}
