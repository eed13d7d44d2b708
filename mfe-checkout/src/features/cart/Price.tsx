import { formatRupees, hasDiscount, type Product, percentOff } from '@patchwork/domain';
import styles from './Price.module.css';

interface PriceProps {
  product: Product;
}

/** What one piece costs; where it is a reduction, what it was and how much is off. */
export function Price({ product }: PriceProps) {
  const { price, originalPrice } = product;
  return (
    <p className={styles.price}>
      <strong>{formatRupees(price)}</strong>
      {hasDiscount(product) && (
        <>
          <s className={styles.was}>
            <span className="visually-hidden">Original price </span>
            {formatRupees(originalPrice)}
          </s>
          <span className={styles.off}>{percentOff(price, originalPrice)}% OFF</span>
        </>
      )}
    </p>
  );
}
