import type { Api, ApiError } from '@patchwork/api';
import type { CategoryInfo, Product } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { atomWithQuery } from 'jotai-tanstack-query';
import { type Load, unwrap } from '../query-client.ts';
import { servicesAtom } from '../services.ts';
import { sharedValue } from '../shared.ts';

/** The list is loaded page by page, and nothing loads every product. Written once, by createShopStore. */
export const queriesCatalogueAtom = atom(false);

interface Loading {
  readonly signal: AbortSignal;
}

/** For this package only. */
export const productsQuery = (api: Api) => ({
  queryKey: ['products'],
  queryFn: async ({ signal }: Loading): Promise<Product[]> =>
    unwrap(await api.listProducts({}, { signal })).products,
});

/** For this package only. */
export const categoriesQuery = (api: Api) => ({
  queryKey: ['categories'],
  queryFn: async ({ signal }: Loading): Promise<CategoryInfo[]> =>
    unwrap(await api.listCategories({}, { signal })).categories,
});

/** Every product of a shop that doesn’t query its catalogue. Written by the API's responses only. */
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

const productQuery = (api: Api, productId: string) => ({
  queryKey: ['product', productId],
  queryFn: async ({ signal }: Loading): Promise<Product> =>
    unwrap(await api.getProduct({ productId }, { signal })).product,
});

const createProductAtom = (productId: string): Atom<Load<Product>> =>
  atomWithQuery<Product, ApiError>((get) => productQuery(get(servicesAtom).api, productId));

/** One product, the same atom for the same id. An unknown id is an error with status 404. */
export function productAtom(productId: string): Atom<Load<Product>> {
  const known = productAtoms.get(productId) ?? createProductAtom(productId);
  productAtoms.set(productId, known);
  return known;
}
