import { formatRupees, hasDiscount, type Product, percentOff } from '@patchwork/domain';
import styles from './Price.module.css';

interface PriceProps {
  product: Pick<Product, 'price' | 'originalPrice'>;
  size?: 'card' | 'page';
}

/** The price; where it is a reduction, what it was and how much is off. */
export function Price({ product, size = 'card' }: PriceProps) {
  const { price, originalPrice } = product;
  return (
    <p className={styles.price} data-size={size}>
      <strong className={styles.now}>{formatRupees(price)}</strong>
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
