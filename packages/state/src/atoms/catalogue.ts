import type { Api, ApiError } from '@patchwork/api';
import type { CategoryInfo, Product } from '@patchwork/domain';
import type { Atom } from 'jotai';
import { atomWithQuery, queryClientAtom } from 'jotai-tanstack-query';
import { type Load, unwrap } from '../query-client.ts';
import { servicesAtom } from '../services.ts';
import { action, sharedValue } from '../shared.ts';

interface Loading {
  readonly signal: AbortSignal;
}

const productsQuery = (api: Api) => ({
  queryKey: ['products'],
  queryFn: async ({ signal }: Loading): Promise<Product[]> =>
    unwrap(await api.listProducts({}, { signal })).products,
});

const categoriesQuery = (api: Api) => ({
  queryKey: ['categories'],
  queryFn: async ({ signal }: Loading): Promise<CategoryInfo[]> =>
    unwrap(await api.listCategories({}, { signal })).categories,
});

/** Every product of the shop. Written by the API's responses only. */
export const productsAtom: Atom<Load<Product[]>> = sharedValue(
  'productsAtom',
  ['api'],
  atomWithQuery<Product[], ApiError>((get) => productsQuery(get(servicesAtom).api)),
);

/** Men, Women, Kids. Written by the API's responses only. */
export const categoriesAtom: Atom<Load<CategoryInfo[]>> = sharedValue(
  'categoriesAtom',
  ['api'],
  atomWithQuery<CategoryInfo[], ApiError>((get) => categoriesQuery(get(servicesAtom).api)),
);

const productAtoms = new Map<string, Atom<Load<Product>>>();

const createProductAtom = (productId: string): Atom<Load<Product>> =>
  atomWithQuery<Product, ApiError>((get) => ({
    queryKey: ['product', productId],
    queryFn: async ({ signal }) => {
      const { api } = get(servicesAtom);
      return unwrap(await api.getProduct({ productId }, { signal })).product;
    },
  }));

/** One product, the same atom for the same id. An unknown id is an error with status 404. */
export function productAtom(productId: string): Atom<Load<Product>> {
  const known = productAtoms.get(productId) ?? createProductAtom(productId);
  productAtoms.set(productId, known);
  return known;
}

/** Starts loading products and categories before a page needs them. For the page's owner, at its start. */
export const loadCatalogueAtom = action('loadCatalogueAtom', [], async (get): Promise<void> => {
  const { api } = get(servicesAtom);
  const client = get(queryClientAtom);
  await Promise.all([
    client.prefetchQuery(productsQuery(api)),
    client.prefetchQuery(categoriesQuery(api)),
  ]);
});
