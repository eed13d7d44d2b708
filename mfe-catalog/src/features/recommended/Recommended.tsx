import type { Category, Product } from '@patchwork/shop/domain';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import { ProductCard } from '../../product/ProductCard.tsx';
import row from '../../product/ProductRow.module.css';
import { productsInAtom } from '../../state/catalogue.ts';
import * as t from '../../texts/rows.ts';
import styles from './Recommended.module.css';

/** Product on which recommendations are based: in the cart or the order, or the current page's. */
export type GivenProduct = Pick<Product, 'id' | 'category'>;

/**
 * Returns at most `limit` products to recommend: in stock and neither among the given ones nor their siblings, sorted by
 * the number of given products in their category, then by rating. Deterministic.
 */
export function recommendProducts(
  products: readonly Product[],
  given: readonly GivenProduct[],
  limit: number,
): Product[] {
  const ids = new Set(given.map(({ id }) => id));
  const count = (wanted: Category) => given.filter(({ category }) => category === wanted).length;
  return products
    .filter(
      ({ id, inStock, siblings = [] }) =>
        inStock && !ids.has(id) && !siblings.some((sibling) => ids.has(sibling.id)),
    )
    .toSorted(
      (one, other) => count(other.category) - count(one.category) || other.rating - one.rating,
    )
    .slice(0, limit);
}

const COUNT = 6;

interface RecommendedProps {
  /** Products in the cart or the order, or the current page's product. By default, none. */
  readonly products?: readonly GivenProduct[];
}

/**
 * Row of recommended products. `products` is read once: the row must not change under the pointer when the shopper adds
 * a recommended product to the cart.
 */
export function Recommended({ products = [] }: RecommendedProps) {
  const [given] = useState(products);
  const [productsAtom] = useState(() => productsInAtom(given.map(({ category }) => category)));
  const { data, isError } = useAtomValue(productsAtom);
  const recommended = useMemo(() => data && recommendProducts(data, given, COUNT), [data, given]);
  if (isError || recommended?.length === 0) return null;
  return (
    <section className={styles.recommended} aria-labelledby="recommended">
      <h2 id="recommended" className={row.heading}>
        {t.alsoLike}
      </h2>
      <ul className={row.row}>
        {recommended?.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} level={3} list="recommended" />
          </li>
        ))}
      </ul>
    </section>
  );
}
