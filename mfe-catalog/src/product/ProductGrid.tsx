import type { Product } from '@patchwork/shop/domain';
import { useStrayPresses } from '@patchwork/shop/ui';
import { ProductCard } from './ProductCard.tsx';
import styles from './ProductGrid.module.css';

interface ProductGridProps {
  products: readonly Product[];
  /** Index from which on the cards are about to be replaced by others. */
  outdatedFrom?: number;
}

/** Number of cards on the first screen, roughly. */
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
