import styles from './Price.module.css';
import * as t from './texts/ui.ts';

interface PriceProps {
  /** Formatted price with its currency. */
  now: string;
  /** Formatted original price and, if it is to be shown, the discount; undefined without a discount. */
  reduction: { was: string; off?: string } | undefined;
  size?: 'regular' | 'large';
}

/** A price, with the original price and the discount if there is one. */
export function Price({ now, reduction, size = 'regular' }: PriceProps) {
  return (
    <p className={styles.price} data-size={size}>
      <strong className={styles.now}>{now}</strong>
      {reduction && (
        <>
          <s className={styles.was}>
            <span className="visually-hidden">{t.originalPrice} </span>
            {reduction.was}
          </s>
          {reduction.off !== undefined && <span className={styles.off}>{reduction.off}</span>}
        </>
      )}
    </p>
  );
}
