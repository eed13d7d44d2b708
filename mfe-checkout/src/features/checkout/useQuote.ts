import { cartAtom } from '@patchwork/shop';
import { type LineItem, type Quote, quoteCart } from '@patchwork/shop/domain';
import { useAtomValue, useStore } from 'jotai';
import { cartProductsAtom } from '../../state/cart-products.ts';
import { pendingPaymentAtom } from '../../state/payment.ts';

/**
 * The cart at the catalogue's prices; until those are loaded, at its own. The last pieces that the shopper's own
 * open payment holds are out of stock for others only.
 */
export function useQuote(lines: readonly LineItem[]): Quote {
  const { data } = useAtomValue(cartProductsAtom);
  const pending = useAtomValue(pendingPaymentAtom);
  const held = new Set(pending?.lines.map(({ product }) => product.id));
  const products = data?.map((product) =>
    held.has(product.id) ? { ...product, inStock: true } : product,
  );
  return quoteCart(lines, products ?? lines.map(({ product }) => product));
}

/** Fetches the cart and the catalogue again. Undefined when either could not be loaded. */
export function useFreshQuote(): () => Promise<Quote | undefined> {
  const store = useStore();
  return async () => {
    const cart = await store.get(cartAtom).refetch();
    if (cart.isError) return undefined;
    // After the cart: a line that another device added is priced too.
    const products = await store.get(cartProductsAtom).refetch();
    if (products.isError || !products.data) return undefined;
    return quoteCart(store.get(cartAtom).items, products.data);
  };
}
