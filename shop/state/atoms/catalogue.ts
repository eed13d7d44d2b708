import type { Api, ApiError, CallOptions } from '@patchwork/api';
import { mapResult, type Product, type Result } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { type Load, serverData, unwrap } from '../server-data.ts';
import { connectionAtom } from '../services.ts';
import { sharedValue } from '../shared.ts';
import { configurationAtom } from './configuration.ts';

const key = ['products'];

const load = async (api: Api, options: CallOptions): Promise<Result<Product[], ApiError>> =>
  mapResult(await api.listProducts({}, options), ({ products }) => products);

/** All products, for shops that load the whole catalogue at once. */
export const productsAtom: Atom<Load<Product[]>> = sharedValue(
  'productsAtom',
  ['api'],
  serverData<Product[]>(() => ({ key, scope: 'shop', load })),
);

/**
 * Starts loading all products early, unless the shop loads them page by page. Called by the shell when the page starts.
 */
export const loadProductsAtom = atom(null, async (get): Promise<void> => {
  if (get(configurationAtom).queriesCatalogue) return;
  const { api, client } = get(connectionAtom);
  await client.prefetchQuery({
    queryKey: key,
    queryFn: async ({ signal }) => unwrap(await load(api, { signal })),
  });
});
