import { loadProductAtom, type Store } from '@patchwork/state';

/** The shop keeps the page's first words until it resolves, also when there is no such product. */
export const loadProduct = (
  store: Store,
  { productId = '' }: { readonly productId?: string | undefined },
): Promise<void> => store.set(loadProductAtom, productId);
