import { listedProductsAtom, productsAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';
import { countProducts } from './count-products.ts';
import styles from './ProductCount.module.css';

interface ProductCountProps {
  /** For screen readers only. */
  hidden?: boolean;
}

/** The number of listed products. A screen reader announces each change. */
export function ProductCount({ hidden = false }: ProductCountProps) {
  const isLoaded = useAtomValue(productsAtom).data !== undefined;
  const { length } = useAtomValue(listedProductsAtom);
  return (
    <p role="status" className={hidden ? 'visually-hidden' : styles.count}>
      {isLoaded && countProducts(length)}
    </p>
  );
}
