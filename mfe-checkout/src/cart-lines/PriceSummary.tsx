import { configurationAtom } from '@patchwork/shop';
import {
  cartTotal,
  formatDeliveryDay,
  formatRupees,
  type LineItem,
  lineTotal,
} from '@patchwork/shop/domain';
import { Section, TableHead } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import styles from './PriceSummary.module.css';

/**
 * Returns the day on which the last of the lines arrives if it is ordered on that day: 'Friday, 27 November'; undefined
 * for a day that has passed.
 */
export function deliveryDayOf(lines: readonly LineItem[], ordered: Date): string | undefined {
  const days = Math.max(0, ...lines.map(({ product }) => product.deliveryDays));
  const end = new Date(ordered);
  end.setDate(end.getDate() + days);
  end.setHours(24, 0, 0, 0);
  return end > new Date() ? formatDeliveryDay(days, ordered) : undefined;
}

interface PriceTableProps {
  lines: readonly LineItem[];
  /** Whole rupees. Left out: the sum of the lines. */
  total?: number;
}

/** A row for each cart line, with its picture, and the total. */
export function PriceTable({ lines, total = cartTotal(lines) }: PriceTableProps) {
  const { knownImage } = useAtomValue(configurationAtom);
  return (
    <table className={styles.table}>
      <TableHead hidden columns={['Item', 'Quantity', 'Line total']} />
      <tbody>
        {lines.map((line) => (
          <tr key={line.product.id}>
            <th scope="row">
              <div className={styles.item}>
                <img
                  className={`picture ${styles.picture}`}
                  src={knownImage(line.product.image)}
                  alt=""
                  width={40}
                  height={50}
                />
                {line.product.title}
              </div>
            </th>
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

interface PriceSummaryProps extends PriceTableProps {
  title: string;
  /** Button or link to the next step. On a phone it stays in reach, beside the total. Null if there is none. */
  action: ReactNode;
  children?: ReactNode;
}

/** The price of the cart: a row per line, the total, and what to do next. */
export function PriceSummary({
  title,
  lines,
  total = cartTotal(lines),
  action,
  children,
}: PriceSummaryProps) {
  return (
    <Section title={title} className={`sheet ${styles.summary}`}>
      <PriceTable lines={lines} total={total} />
      {children}
      {action !== null && (
        <div className={`bottom-bar ${styles.foot}`}>
          <p className={styles.total}>
            Total Price <strong>{formatRupees(total)}</strong>
          </p>
          {action}
        </div>
      )}
    </Section>
  );
}
