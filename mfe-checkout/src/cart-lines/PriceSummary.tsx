import type { LineItem } from '@patchwork/shop/domain';
import { Section } from '@patchwork/shop/ui';
import type { ReactNode } from 'react';
import styles from './PriceSummary.module.css';
import { PriceTable } from './PriceTable.tsx';

interface PriceSummaryProps {
  title: string;
  lines: readonly LineItem[];
  /** Below the total: what to do next. */
  children: ReactNode;
}

/** The price of the cart: a row per line, the total, and what to do next. */
export const PriceSummary = ({ title, lines, children }: PriceSummaryProps) => (
  <Section title={title} className={`sheet ${styles.summary}`}>
    <PriceTable lines={lines} />
    <div className={styles.more}>{children}</div>
  </Section>
);
