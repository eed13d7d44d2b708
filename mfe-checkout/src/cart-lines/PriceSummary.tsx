import type { LineItem } from '@patchwork/domain';
import { type ReactNode, useId } from 'react';
import styles from './PriceSummary.module.css';
import { PriceTable } from './PriceTable.tsx';

interface PriceSummaryProps {
  title: string;
  lines: readonly LineItem[];
  /** What stands below the total: the way on. */
  children: ReactNode;
}

/** What the cart costs: a line per item, the total, and the way on. */
export function PriceSummary({ title, lines, children }: PriceSummaryProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.summary}>
      <h2 id={headingId} className={styles.title}>
        {title}
      </h2>
      <PriceTable lines={lines} />
      <div className={styles.more}>{children}</div>
    </section>
  );
}
