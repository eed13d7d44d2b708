import {
  cartAtom,
  configurationAtom,
  productsAtom,
  serverData,
  sharedValue,
} from '@patchwork/shop';
import type { Product } from '@patchwork/shop/domain';
import { atom } from 'jotai';

const queriedAtom = serverData<readonly Product[]>((get) => {
  const ids = get(cartAtom).items.map(({ product }) => product.id);
  return {
    key: ['cart-products', ...ids.toSorted()],
    scope: 'shop',
    async load(api, options) {
      const products: Product[] = [];
      for (const result of await Promise.all(
        ids.map((productId) => api.getProduct({ productId }, options)),
      )) {
        if (result.ok) products.push(result.value.product);
        else if (result.error.kind !== 'status' || result.error.status !== 404) return result;
      }
      return { ok: true, value: products };
    },
  };
});

/**
 * The products of the cart's lines as the catalogue has them now, perhaps among others; one that is sold
 * no more is missing.
 */
export const cartProductsAtom = sharedValue(
  'cartProductsAtom',
  [productsAtom, cartAtom, 'api'],
  atom((get) => get(get(configurationAtom).queriesCatalogue ? queriedAtom : productsAtom)),
);
