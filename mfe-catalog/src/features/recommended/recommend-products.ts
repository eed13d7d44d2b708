import type { Category, Product } from '@patchwork/shop/domain';

/** A product that a recommendation goes with: in the cart, or ordered. */
export type GivenProduct = Pick<Product, 'id' | 'category'>;

/**
 * Returns at most `limit` products that go with the given ones: in stock, none of the given, first those of the
 * category that most of the given have, then by rating. The same catalogue gives the same list.
 */
export function recommendProducts(
  products: readonly Product[],
  given: readonly GivenProduct[],
  limit: number,
): Product[] {
  const ids = new Set(given.map(({ id }) => id));
  const count = (wanted: Category) => given.filter(({ category }) => category === wanted).length;
  return products
    .filter(({ id, inStock }) => inStock && !ids.has(id))
    .toSorted(
      (one, other) => count(other.category) - count(one.category) || other.rating - one.rating,
    )
    .slice(0, limit);
}
