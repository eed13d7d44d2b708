import { cartTotal, formatRupees, type LineItem, lineTotal } from '@patchwork/shop/domain';
import { Section, TableHead } from '@patchwork/shop/ui';
import type { ReactNode } from 'react';
import styles from './PriceSummary.module.css';

interface PriceTableProps {
  lines: readonly LineItem[];
  /** Whole rupees. Left out: the sum of the lines. */
  total?: number;
}

/** A row for each cart line, and the total. */
export function PriceTable({ lines, total = cartTotal(lines) }: PriceTableProps) {
  return (
    <table className={styles.table}>
      <TableHead hidden columns={['Item', 'Quantity', 'Line total']} />
      <tbody>
        {lines.map((line) => (
          <tr key={line.product.id}>
            <th scope="row">{line.product.title}</th>
            <td className={styles.quantity}>
              <span aria-hidden="true">× </span>
              {line.quantity}
            </td>
            <td>{formatRupees(lineTotal(line))}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            Total Price
          </th>
          <td>{formatRupees(total)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

interface PriceSummaryProps {
  title: string;
  lines: readonly LineItem[];
  children: ReactNode;
}

/** The price of the cart: a row per line, the total, and what to do next. */
export const PriceSummary = ({ title, lines, children }: PriceSummaryProps) => (
  <Section title={title} className={`sheet ${styles.summary}`}>
    <PriceTable lines={lines} />
    <div className={styles.more}>{children}</div>
  </Section>
);
