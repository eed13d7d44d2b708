import { cartTotal, type LineItem } from './cart.ts';
import type { Product } from './product.ts';

/** Why a line of the cart is not sold as the cart has it. Prices are whole rupees. */
export type QuoteNotice = { readonly productId: string; readonly title: string } & (
  | { readonly kind: 'price'; readonly from: number; readonly to: number }
  | { readonly kind: 'gone' }
  | { readonly kind: 'outOfStock' }
);

/** What an order would hold and cost. */
export interface Quote {
  readonly lines: readonly LineItem[];
  /** Whole rupees. */
  readonly total: number;
  readonly notices: readonly QuoteNotice[];
}

function noticeOf({ product }: LineItem, current: Product | undefined): QuoteNotice | undefined {
  const { id: productId, title } = product;
  if (!current) return { kind: 'gone', productId, title };
  if (!current.inStock) return { kind: 'outOfStock', productId, title };
  if (current.price === product.price) return undefined;
  return { kind: 'price', productId, title, from: product.price, to: current.price };
}

/** The cart at the catalogue's prices of this moment. A line that cannot be sold keeps its price. */
export function quoteCart(cart: readonly LineItem[], catalogue: readonly Product[]): Quote {
  const current = new Map(catalogue.map((product) => [product.id, product]));
  const lines = cart.map(({ product, quantity }) => ({
    product: current.get(product.id) ?? product,
    quantity,
  }));
  const notices = cart.flatMap((line) => noticeOf(line, current.get(line.product.id)) ?? []);
  return { lines, total: cartTotal(lines), notices };
}

/** Nothing in it is missing from the catalogue or out of stock. */
export const isSellable = ({ lines, notices }: Quote): boolean =>
  lines.length > 0 && notices.every(({ kind }) => kind === 'price');

/** Whether a shopper who saw one quote saw the other one too: the same pieces at the same prices. */
export function isSameQuote(one: Quote, other: Quote): boolean {
  const words = ({ lines, notices }: Quote) =>
    JSON.stringify([
      lines.map(({ product, quantity }) => [product.id, quantity, product.price]),
      notices
        .filter(({ kind }) => kind !== 'price')
        .map(({ kind, productId }) => [kind, productId]),
    ]);
  return words(one) === words(other);
}
