import { type LineItem, type Quote, quoteCart } from '@patchwork/domain';
import { cartAtom, cartLoadAtom, cartProductsAtom } from '@patchwork/state';
import { useAtomValue, useStore } from 'jotai';

const catalogueOr = (
  products: Parameters<typeof quoteCart>[1] | undefined,
  lines: readonly LineItem[],
) => products ?? lines.map(({ product }) => product);

/** The cart at the catalogue's prices, once those are loaded. */
export function useQuote(lines: readonly LineItem[]): Quote {
  const { data } = useAtomValue(cartProductsAtom);
  return quoteCart(lines, catalogueOr(data, lines));
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
