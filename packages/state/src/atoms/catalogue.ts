import type { Api, ApiError } from '@patchwork/api';
import type { Product } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query';
import { type Load, unwrap } from '../query-client.ts';
import { servicesAtom } from '../services.ts';
import { sharedValue } from '../shared.ts';
import { configurationAtom } from './configuration.ts';

const productsQuery = (api: Api) => ({
  queryKey: ['products'],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<Product[]> =>
    unwrap(await api.listProducts({}, { signal })).products,
});

/** Every product of a shop that doesn’t query its catalogue. */
export const productsAtom: Atom<Load<Product[]>> = sharedValue(
  'productsAtom',
  ['api'],
  atomWithQuery<Product[], ApiError>((get) => productsQuery(get(servicesAtom).api)),
);

/**
 * Begins to load the products before a page shows them, unless the shop queries its catalogue. For the page's
 * owner, at its start.
 */
export const loadProductsAtom = atom(null, async (get): Promise<void> => {
  if (get(configurationAtom).queriesCatalogue) return;
  await get(queryClientAtom).prefetchQuery(productsQuery(get(servicesAtom).api));
});
