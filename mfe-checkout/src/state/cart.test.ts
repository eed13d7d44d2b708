// @vitest-environment happy-dom
import { cartAtom, wishlistAtom } from '@patchwork/shop';
import { beforeEach, expect, test, vi } from 'vitest';
import { arrive, editProduct, openShop, twoLines } from '../test-support.tsx';
import { cartProductsAtom, moveToWishlistAtom } from './cart.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

const [shirt] = twoLines;
if (!shirt) throw new Error('there is a first line');

/** Opens a cart with overshirts, and starts to move them to the wishlist. */
async function moveShirt(prepare: (shop: Awaited<ReturnType<typeof openShop>>) => void) {
  const shop = await openShop({ cart: [shirt as NonNullable<typeof shirt>] });
  await shop.show(cartAtom, wishlistAtom);
  prepare(shop);
  const moved = shop.store.set(moveToWishlistAtom, shirt as NonNullable<typeof shirt>);
  await arrive(shop.mock);
  return {
    ...shop,
    moved,
    sent: () => shop.mock.calls.map(({ name }) => name),
    lists: () => [
      shop.store.get(cartAtom).items.map(({ product }) => product.id),
      shop.store.get(wishlistAtom).items.map(({ id }) => id),
    ],
  };
}

test('a line is removed from the cart once the server has its product in the wishlist', async () => {
  let release = () => {};
  const { moved, lists, sent, mock } = await moveShirt((shop) => {
    release = shop.mock.hold('addToWishlist');
  });
  expect(lists()).toEqual([['overshirt'], ['overshirt']]);
  expect(sent()).not.toContain('removeFromCart');
  release();
  await moved;
  await arrive(mock);
  expect(lists()).toEqual([[], ['overshirt']]);
  expect(sent()).toContain('removeFromCart');
});

test('a line stays if the server refuses its product in the wishlist', async () => {
  const { moved, lists, sent } = await moveShirt(({ mock }) => mock.fail({ addToWishlist: 500 }));
  await moved;
  expect(lists()).toEqual([['overshirt'], []]);
  expect(sent()).not.toContain('removeFromCart');
});

test('a line is also moved offline: both changes wait for the network', async () => {
  const { moved, lists } = await moveShirt(({ mock }) => mock.fail({ addToWishlist: 'network' }));
  await moved;
  expect(lists()).toEqual([[], ['overshirt']]);
});

/** Opens a cart of two lines, whose first product costs 700 rupees by now. */
async function openCart(queriesCatalogue: boolean) {
  const shop = await openShop({ cart: twoLines, configuration: { queriesCatalogue } });
  await shop.show(cartAtom);
  editProduct(shop.mock, 'overshirt', { price: '700' });
  return { ...shop, load: () => shop.store.get(cartProductsAtom) };
}

test.each([
  [false, ['login', 'getCart', 'listProducts']],
  [true, ['login', 'getCart', 'getProduct', 'getProduct']],
])(
  'the products of the cart are loaded, each by itself if the catalogue is queried: %s',
  async (queriesCatalogue, calls) => {
    const { show, load, mock } = await openCart(queriesCatalogue);
    await show(cartProductsAtom);
    expect(load().data?.map(({ id, price }) => [id, price])).toEqual([
      ['overshirt', 700],
      ['trousers', 1899],
    ]);
    expect(mock.calls.map(({ name }) => name)).toEqual(calls);
  },
);

test('a product that is no longer sold is reported as missing', async () => {
  const { show, load, mock } = await openCart(true);
  mock.fail({ getProduct: 404 });
  await show(cartProductsAtom);
  expect(load().data).toEqual([]);
});

test('a product that failed to load is not reported as sold out', async () => {
  const { show, load, mock } = await openCart(true);
  mock.fail({ getProduct: 'network' });
  await show(cartProductsAtom);
  expect(load()).toMatchObject({ isError: true, data: undefined });
});
