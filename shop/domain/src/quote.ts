import { cartTotal, type LineItem } from './cart.ts';
import type { Product } from './product.ts';
import { err, ok, type Result } from './result.ts';

/** Maximum number of addresses that a server stores for one shopper. */
export const MAX_ADDRESSES = 50;
/** Maximum number of lines in an order, a cart or a wishlist. */
export const MAX_ORDER_LINES = 200;
/** Maximum quantity of a line in an order. It stops one shopper from buying the whole stock. */
export const MAX_LINE_PIECES = 10;

/** Change of a line's price, in whole rupees; or a reason why the line can't be ordered. */
export type QuoteNotice = { readonly productId: string; readonly title: string } & (
  | { readonly kind: 'price'; readonly from: number; readonly to: number }
  | { readonly kind: 'removed' }
  | { readonly kind: 'outOfStock' }
  | { readonly kind: 'tooManyPieces' }
);

/** Lines and total price of a purchase, before the order is created. */
export interface Quote {
  readonly lines: readonly LineItem[];
  /** Whole rupees. */
  readonly total: number;
  readonly notices: readonly QuoteNotice[];
}

function noticeOf(
  { product, quantity }: LineItem,
  current: Product | undefined,
): QuoteNotice | undefined {
  const { id: productId, title } = product;
  if (!current) return { kind: 'removed', productId, title };
  if (!current.inStock) return { kind: 'outOfStock', productId, title };
  if (quantity > MAX_LINE_PIECES) return { kind: 'tooManyPieces', productId, title };
  if (current.price === product.price) return undefined;
  return { kind: 'price', productId, title, from: product.price, to: current.price };
}

/** Prices the cart at the catalogue's current prices. A line whose product was removed keeps its old price. */
export function quoteCart(cart: readonly LineItem[], catalogue: readonly Product[]): Quote {
  const current = new Map(catalogue.map((product) => [product.id, product]));
  const lines = cart.map(({ product, quantity }) => ({
    product: current.get(product.id) ?? product,
    quantity,
  }));
  const notices = cart.flatMap((line) => noticeOf(line, current.get(line.product.id)) ?? []);
  return { lines, total: cartTotal(lines), notices };
}

/** Whether the quote has lines, and all of them can be ordered. */
export const isSellable = ({ lines, notices }: Quote): boolean =>
  lines.length > 0 && notices.every(({ kind }) => kind === 'price');

/** Whether two quotes look the same to a shopper: the same products, quantities, prices and availability. */
export function isSameQuote(one: Quote, other: Quote): boolean {
  const contentOf = ({ lines, notices }: Quote) =>
    JSON.stringify([
      lines.map(({ product, quantity }) => [product.id, quantity, product.price]).sort(),
      notices
        .filter(({ kind }) => kind !== 'price')
        .map(({ kind, productId }) => [productId, kind])
        .sort(),
    ]);
  return contentOf(one) === contentOf(other);
}

/** A line as the shopper saw it. `price` is the price of one piece, in whole rupees. */
export interface SeenLine {
  readonly productId: string;
  readonly quantity: number;
  readonly price: number;
}

/** Reason why a cart can't be ordered: a key of the API's refusals. */
export type CheckoutFault = 'cartEmpty' | 'notForSale' | 'cartChanged' | 'tooManyPieces';

/**
 * Prices the cart for an order. Returns a fault if the cart is empty, a line can't be ordered, or the lines differ from
 * those that the shopper saw.
 */
export function priceCheckout(
  cart: readonly LineItem[],
  catalogue: readonly Product[],
  seen: readonly SeenLine[],
): Result<Quote, CheckoutFault> {
  if (cart.length === 0) return err('cartEmpty');
  const quote = quoteCart(cart, catalogue);
  const obstacle = quote.notices.find(({ kind }) => kind !== 'price');
  if (obstacle) return err(obstacle.kind === 'tooManyPieces' ? 'tooManyPieces' : 'notForSale');
  const seenById = new Map(seen.map((line) => [line.productId, line]));
  const isSeen = ({ product, quantity }: LineItem): boolean => {
    const line = seenById.get(product.id);
    return line?.quantity === quantity && line.price === product.price;
  };
  const isUnchanged = seen.length === cart.length && quote.lines.every(isSeen);
  return isUnchanged ? ok(quote) : err('cartChanged');
}
