import type { Product } from '@patchwork/shop/domain';
import { useStrayPresses } from '@patchwork/shop/ui';
import { ProductCard } from './ProductCard.tsx';
import styles from './ProductGrid.module.css';

interface ProductGridProps {
  products: readonly Product[];
  /** Index of the first outdated card: it and all cards after it are about to be replaced. By default, none are. */
  outdatedFrom?: number;
}

/** Approximate number of cards on the first screen. */
const firstScreen = 4;

export function ProductGrid({ products, outdatedFrom = Infinity }: ProductGridProps) {
  const stopStrayPress = useStrayPresses(products.map(({ id }) => id));
  return (
    <ul className={styles.grid}>
      {products.map((product, index) => (
        <li
          key={product.id}
          data-outdated={index >= outdatedFrom}
          onClickCapture={stopStrayPress(product.id)}
        >
          <ProductCard product={product} eager={index < firstScreen} />
        </li>
      ))}
    </ul>
  );
}
