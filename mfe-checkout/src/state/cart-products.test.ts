// @vitest-environment happy-dom
// A query retries by default in browsers only, so its failures are tested in one.

import { cartAtom } from '@patchwork/shop';
import { aProduct, line, meera, offline, openShop, settle } from '@patchwork/state/testing/fakes';
import { afterEach, expect, test, vi } from 'vitest';
import { cartProductsAtom } from './cart.ts';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => vi.unstubAllGlobals());

async function openCart(queriesCatalogue: boolean) {
  const shop = openShop({ session: meera, queriesCatalogue });
  shop.store.sub(cartAtom, () => {});
  shop.take('getCart').respond({ cart: [line('shirt', 2), line('dress', 1)] });
  await settle();
  shop.store.sub(cartProductsAtom, () => {});
  await settle();
  return { ...shop, load: () => shop.store.get(cartProductsAtom) };
}

const notFound = { kind: 'status', status: 404, messages: [] } as const;

test('where every product is loaded, they are among them', async () => {
  const { take, sent, load } = await openCart(false);
  const products = [aProduct('shirt'), aProduct('kurta')];
  take('listProducts').respond({ products });
  await settle();
  expect(load().data).toEqual(products);
  expect(sent()).toEqual(['getCart', 'listProducts']);
});

test('where the catalogue is queried, each is asked for, and one that is sold no more is missing', async () => {
  const { take, load } = await openCart(true);
  const shirt = aProduct('shirt', { price: 700 });
  const [one, two] = [take('getProduct'), take('getProduct')];
  expect([one.input, two.input]).toEqual([{ productId: 'shirt' }, { productId: 'dress' }]);
  one.respond({ product: shirt });
  two.fail(notFound);
  await settle();
  expect(load().data).toEqual([shirt]);
});

test('none is taken for sold out because it could not be loaded', async () => {
  const { take, load } = await openCart(true);
  take('getProduct').respond({ product: aProduct('shirt') });
  take('getProduct').fail(offline);
  await settle();
  expect(load()).toMatchObject({ isError: true, data: undefined });
});
