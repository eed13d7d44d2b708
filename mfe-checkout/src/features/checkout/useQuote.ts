import { type LineItem, type Quote, quoteCart } from '@patchwork/domain';
import { cartAtom, cartLoadAtom, productsAtom } from '@patchwork/state';
import { useAtomValue, useStore } from 'jotai';

const catalogueOr = (
  products: Parameters<typeof quoteCart>[1] | undefined,
  lines: readonly LineItem[],
) => products ?? lines.map(({ product }) => product);

/** The cart at the catalogue's prices, once those are loaded. */
export function useQuote(lines: readonly LineItem[]): Quote {
  const { data } = useAtomValue(productsAtom);
  return quoteCart(lines, catalogueOr(data, lines));
}

/** Fetches the cart and the catalogue again. Undefined when either could not be loaded. */
export function useFreshQuote(): () => Promise<Quote | undefined> {
  const store = useStore();
  return async () => {
    const [products, cart] = await Promise.all([
      store.get(productsAtom).refetch(),
      store.get(cartLoadAtom).refetch(),
    ]);
    if (products.isError || cart.isError || !products.data) return undefined;
    return quoteCart(store.get(cartAtom), products.data);
  };
}
