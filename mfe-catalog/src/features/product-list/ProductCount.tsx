import { listedProductsAtom, productsAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';
import { countProducts } from './count-products.ts';
import styles from './ProductCount.module.css';

interface ProductCountProps {
  /** For the ear only. */
  hidden?: boolean;
}

/** How many products are listed; says so whenever it changes. */
export function ProductCount({ hidden = false }: ProductCountProps) {
  const isLoaded = useAtomValue(productsAtom).data !== undefined;
  const { length } = useAtomValue(listedProductsAtom);
  return (
    <p role="status" className={hidden ? 'visually-hidden' : styles.count}>
      {isLoaded && countProducts(length)}
    </p>
  );
}
