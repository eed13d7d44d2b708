import type { ApiError } from '@patchwork/api';
import type { Product } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { type Load, unwrap } from '../query-client.ts';
import { servicesAtom } from '../services.ts';
import { sharedValue } from '../shared.ts';
import { cartAtom } from './cart.ts';
import { productsAtom } from './catalogue.ts';
import { configurationAtom } from './configuration.ts';

const queriedAtom = atomWithQuery<Product[], ApiError>((get) => {
  const ids = get(cartAtom).items.map(({ product }) => product.id);
  return {
    queryKey: ['cart-products', ...ids.toSorted()],
    queryFn: async ({ signal }) => {
      const { api } = get(servicesAtom);
      const results = await Promise.all(
        ids.map((productId) => api.getProduct({ productId }, { signal })),
      );
      return results
        .filter(
          (result) => result.ok || result.error.kind !== 'status' || result.error.status !== 404,
        )
        .map((result) => unwrap(result).product);
    },
  };
});

/**
 * The products of the cart's lines as the catalogue has them now, perhaps among others; one that is sold
 * no more is missing. Written by the API's responses only.
 */
export const cartProductsAtom: Atom<Load<Product[]>> = sharedValue(
  'cartProductsAtom',
  [productsAtom, cartAtom, 'api'],
  atom((get) => get(get(configurationAtom).queriesCatalogue ? queriedAtom : productsAtom)),
);
