import { type LineItem, type Quote, quoteCart } from '@patchwork/domain';
import { cartAtom, cartLoadAtom, cartProductsAtom } from '@patchwork/state';
import { useAtomValue, useStore } from 'jotai';

/** The cart at the catalogue's prices; until those are loaded, at its own. */
export function useQuote(lines: readonly LineItem[]): Quote {
  const { data } = useAtomValue(cartProductsAtom);
  return quoteCart(lines, data ?? lines.map(({ product }) => product));
}

/** Fetches the cart and the catalogue again. Undefined when either could not be loaded. */
export function useFreshQuote(): () => Promise<Quote | undefined> {
  const store = useStore();
  return async () => {
    const cart = await store.get(cartLoadAtom).refetch();
    if (cart.isError) return undefined;
    // After the cart: a line that another device added is priced too.
    const products = await store.get(cartProductsAtom).refetch();
    if (products.isError || !products.data) return undefined;
    return quoteCart(store.get(cartAtom), products.data);
  };
}
