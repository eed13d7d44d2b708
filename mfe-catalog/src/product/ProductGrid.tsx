import type { Product } from '@patchwork/domain';
import { ProductCard } from './ProductCard.tsx';
import styles from './ProductGrid.module.css';

interface ProductGridProps {
  products: readonly Product[];
}

/** About as many as the first screen shows. */
const firstScreen = 4;

export function ProductGrid({ products }: ProductGridProps) {
  return (
    <ul className={styles.grid}>
      {products.map((product, index) => (
        <li key={product.id}>
          <ProductCard product={product} eager={index < firstScreen} />
        </li>
      ))}
    </ul>
  );
}
