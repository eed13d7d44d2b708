import { useAtomValue } from 'jotai';
import { productListAtom } from '../../state/product-list.ts';
import { countProducts } from './count-products.ts';
import styles from './ProductCount.module.css';

interface ProductCountProps {
  /** For screen readers only. */
  hidden?: boolean;
}

const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The number of listed products. A screen reader announces each change. */
export function ProductCount({ hidden = false }: ProductCountProps) {
  const list = useAtomValue(productListAtom);
  return (
    <p role="status" className={hidden ? 'visually-hidden' : styles.count}>
      {list.status === 'loaded' && asSentence(countProducts(list))}
    </p>
  );
}
