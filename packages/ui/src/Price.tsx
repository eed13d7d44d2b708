import styles from './Price.module.css';

interface PriceProps {
  /** In words, with its currency. */
  now: string;
  /** What it was, and how much is off; undefined where the price is no reduction. */
  reduction: { was: string; off: string } | undefined;
  size?: 'regular' | 'large';
}

/** A price; where it is a reduction, what it was and how much is off. */
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
          <span className={styles.off}>{reduction.off}</span>
        </>
      )}
    </p>
  );
}
