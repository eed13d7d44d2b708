import styles from './Price.module.css';

interface PriceProps {
  /** Text with the currency. */
  now: string;
  /** The original price and the discount, unless it is shown elsewhere; undefined for a price that is not reduced. */
  reduction: { was: string; off?: string } | undefined;
  size?: 'regular' | 'large';
}

/** A price, and for a reduced one the original price and the discount. */
export function Price({ now, reduction, size = 'regular' }: PriceProps) {
  return (
    <p className={styles.price} data-size={size}>
      <strong className={styles.now}>{now}</strong>
      {reduction && (
        <>
          <s className={styles.was}>
            <span className="visually-hidden">Original price </span>
            {reduction.was}
          </s>
          {reduction.off !== undefined && <span className={styles.off}>{reduction.off}</span>}
        </>
      )}
    </p>
  );
}
