import { useAtomValue } from 'jotai';
import { useId, useMemo, useState } from 'react';
import { productsInAtom } from '../../state/products.ts';
import styles from './Recommended.module.css';
import { RecommendedProduct } from './RecommendedProduct.tsx';
import { type GivenProduct, recommendProducts } from './recommend-products.ts';

const COUNT = 6;

interface RecommendedProps {
  /** What is in the cart, or was ordered. */
  readonly products?: readonly GivenProduct[];
}

/**
 * Products that go with others. What they go with is read once: the row stays as it is while the shopper
 * adds from it, so that nothing moves under the pointer.
 */
export function Recommended({ products = [] }: RecommendedProps) {
  const [given] = useState(products);
  const [productsAtom] = useState(() => productsInAtom(given.map(({ category }) => category)));
  const { data, isError } = useAtomValue(productsAtom);
  const recommended = useMemo(() => data && recommendProducts(data, given, COUNT), [data, given]);
  const headingId = useId();
  if (isError || recommended?.length === 0) return null;
  return (
    <section className={styles.recommended} aria-labelledby={headingId}>
      <h2 id={headingId} className={styles.heading}>
        You may also like
      </h2>
      <ul className={styles.row}>
        {recommended?.map((product) => (
          <li key={product.id}>
            <RecommendedProduct product={product} />
          </li>
        ))}
      </ul>
    </section>
  );
}
