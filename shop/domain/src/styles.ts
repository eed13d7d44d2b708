import type { ExchangePiece } from './order.ts';
import type { ExchangeFault } from './order-events.ts';
import { type Product, type Sibling, sizes } from './product.ts';
import { err, ok, type Result } from './result.ts';

/*
 * Styles: products that are the same piece in another size or colour, each with an id, price and stock of its own.
 */

/** Orders sizes from S to XXL. Others come after them, in the order in which they were written. */
export function compareSizes(one: string, other: string): number {
  const rank = (size: string) => {
    const index = (sizes as readonly string[]).indexOf(size);
    return index === -1 ? sizes.length : index;
  };
  return rank(one) - rank(other);
}

type Chosen = Pick<Product, 'id' | 'price' | 'inStock'>;

/** Whether a list shows `one` rather than `other` of the same style: first what is in stock, then the cheapest. */
const isBefore = (one: Chosen, other: Chosen): boolean =>
  (Number(other.inStock) - Number(one.inStock) ||
    one.price - other.price ||
    (one.id < other.id ? -1 : 1)) < 0;

/**
 * Returns the products that a list shows: of each style, of which only the products given here count, one that is in
 * stock, of these the cheapest, of these the first by id. Products without a style stay, and so does the order.
 * Implementations on a database must return the same.
 */
export function oneOfEachStyle(products: readonly Product[]): readonly Product[] {
  const shown = new Map<string, Product>();
  for (const product of products) {
    if (product.style === undefined) continue;
    const before = shown.get(product.style);
    if (!before || isBefore(product, before)) shown.set(product.style, product);
  }
  return shown.size === 0
    ? products
    : products.filter(
        (product) => product.style === undefined || shown.get(product.style) === product,
      );
}

const toSibling = ({ id, size, colour, price, inStock }: Sibling): Sibling => ({
  ...{ id, size, price, inStock },
  ...(colour && { colour }),
});

/** Sorts by size, then by id. */
export const sortSiblings = (siblings: readonly Sibling[]): Sibling[] =>
  siblings.toSorted(
    (one, other) => compareSizes(one.size, other.size) || (one.id < other.id ? -1 : 1),
  );

/** Returns the products, each with those of the same style among them as its siblings; the same array without styles. */
export function withSiblings(products: readonly Product[]): readonly Product[] {
  const styles = new Map<string, Product[]>();
  for (const product of products) {
    if (product.style === undefined) continue;
    const known = styles.get(product.style);
    if (known) known.push(product);
    else styles.set(product.style, [product]);
  }
  if (styles.size === 0) return products;
  return products.map((product) => {
    const all = product.style === undefined ? [product] : (styles.get(product.style) ?? []);
    if (all.length < 2) return product;
    const others = all.filter(({ id }) => id !== product.id).map(toSibling);
    return { ...product, siblings: sortSiblings(others) };
  });
}

/** Returns the product and its siblings, by size, then by id: in the same order whichever of them is given. */
export const variantsOf = (product: Product): readonly Sibling[] =>
  sortSiblings([toSibling(product), ...(product.siblings ?? [])]);

/** Returns one variant for each value of `by`: the product itself, or else what `isBefore` chooses. */
function oneForEach(
  product: Product,
  variants: readonly Sibling[],
  by: (variant: Sibling) => string | undefined,
): Sibling[] {
  const chosen = new Map<string, Sibling>();
  for (const variant of variants) {
    const value = by(variant);
    if (value === undefined) continue;
    const known = chosen.get(value);
    const isOwn = variant.id === product.id;
    if (!known || isOwn || (known.id !== product.id && isBefore(variant, known)))
      chosen.set(value, variant);
  }
  return [...chosen.values()];
}

/** Returns the sizes in which there is a product in its colour, from S to XXL: the product itself, and siblings. */
export const sizesOf = (product: Product): Sibling[] =>
  oneForEach(
    product,
    variantsOf(product).filter(({ colour }) => colour?.name === product.colour?.name),
    ({ size }) => size,
  );

/** Returns a variant for each colour of a product's style: of the same size, if there is one. */
export function coloursOf(product: Product): Sibling[] {
  const variants = variantsOf(product);
  const colourOf = ({ colour }: Sibling) => colour?.name;
  const sameSize = new Map(
    oneForEach(
      product,
      variants.filter(({ size }) => size === product.size),
      colourOf,
    ).map((variant) => [colourOf(variant), variant]),
  );
  return oneForEach(product, variants, colourOf).map(
    (variant) => sameSize.get(colourOf(variant)) ?? variant,
  );
}

/**
 * Returns what is known of a product's sibling before its own data is loaded: its size, colour, price and stock. The
 * rest, such as picture and title, is still the given product's.
 */
export function asSibling(product: Product, sibling: Sibling): Product {
  const { colour: _colour, siblings = [], ...same } = product;
  return {
    ...same,
    // Which original price the sibling has is not known.
    originalPrice: sibling.price === product.price ? product.originalPrice : sibling.price,
    ...sibling,
    siblings: sortSiblings([toSibling(product), ...siblings.filter(({ id }) => id !== sibling.id)]),
  };
}

interface ExchangeTerms {
  /** Price that the shopper saw, in whole rupees. */
  readonly price: number;
  /** Whether as many pieces as the line has are neither sold nor reserved. */
  readonly isFree: boolean;
}

/**
 * Returns the piece that a line of the product `from` may be exchanged for, or why it may not. Both products are those of
 * the catalogue, without hidden ones; undefined if it has none.
 */
export function offerExchange(
  from: Product | undefined,
  to: Product | undefined,
  { price: seen, isFree }: ExchangeTerms,
): Result<ExchangePiece, ExchangeFault> {
  if (!from || !to || from.id === to.id || !to.style || from.style !== to.style) {
    return err('notSibling');
  }
  if (to.price !== seen) return err('exchangeChanged');
  if (!isFree) return err('exchangeSoldOut');
  const { id, title, image, size, colour, price } = to;
  return ok({ id, title, image, size, price, ...(colour && { colour }) });
}
