import { configurationAtom } from '@patchwork/shop';
import {
  cartTotal,
  formatDeliveryDay,
  formatRupees,
  imageAttributes,
  type LineItem,
  lineTotal,
} from '@patchwork/shop/domain';
import { Picture, Section, TableHead } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import * as t from '../texts/summary.ts';
import styles from './PriceSummary.module.css';

/**
 * Returns the day by which all lines of an order arrive, such as 'Friday, 27 November'; undefined if the day is past or
 * too far away to be named. `ordered` is the date of the order.
 */
export function deliveryDayOf(lines: readonly LineItem[], ordered: Date): string | undefined {
  const days = Math.max(0, ...lines.map(({ product }) => product.deliveryDays));
  const end = new Date(ordered);
  end.setDate(end.getDate() + days);
  end.setHours(24, 0, 0, 0);
  return end > new Date() ? formatDeliveryDay(days, ordered) : undefined;
}

function Note({ text }: { text: string | undefined }) {
  return text === undefined ? null : <span className={styles.note}>{text}</span>;
}

interface PriceTableProps {
  lines: readonly LineItem[];
  /** Whole rupees. Defaults to the sum of the lines. */
  total?: number;
  /** Fee of cash on delivery in whole rupees, a part of `total`; undefined without it. */
  fee?: number | undefined;
  /** Returns the product to show for a line: another one after an exchange. Prices stay those of the purchase. */
  shownAs?: (line: LineItem) => LineItem['product'];
  /** Returns a note below the title of a product, such as 'Cancelled'. */
  noteOf?: (productId: string) => string | undefined;
  /** Rows below the total. */
  foot?: ReactNode;
}

/** Table with a row for each line, including the product's picture, and a row for the total. */
export function PriceTable({
  lines,
  total = cartTotal(lines),
  fee,
  shownAs = ({ product }) => product,
  noteOf,
  foot,
}: PriceTableProps) {
  const { knownImage } = useAtomValue(configurationAtom);
  return (
    <table className={styles.table}>
      <TableHead hidden columns={[t.item, t.quantity, t.lineTotal]} />
      <tbody>
        {lines.map((line) => (
          <tr key={line.product.id}>
            <th scope="row">
              <div className={styles.item}>
                <Picture
                  className={`picture ${styles.picture}`}
                  {...imageAttributes(shownAs(line), knownImage, '40px')}
                  alt=""
                  width={40}
                  height={50}
                />
                <span>
                  <span lang={t.dataLanguage || undefined}>{shownAs(line).title}</span>
                  <Note text={noteOf?.(line.product.id)} />
                </span>
              </div>
            </th>
            <td className={styles.quantity}>
              <span aria-hidden="true">× </span>
              {line.quantity}
            </td>
            <td>{formatRupees(lineTotal(line))}</td>
          </tr>
        ))}
        {fee !== undefined && (
          <tr>
            <th scope="row" colSpan={2}>
              {t.cashOnDelivery}
            </th>
            <td>{formatRupees(fee)}</td>
          </tr>
        )}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t.totalPrice}
          </th>
          <td>{formatRupees(total)}</td>
        </tr>
        {foot}
      </tfoot>
    </table>
  );
}

interface PriceSummaryProps extends PriceTableProps {
  title: string;
  /** Button or link to the next step, or null. On a phone, it is in the bottom bar beside the total. */
  action: ReactNode;
  children?: ReactNode;
}

/** Prices of a cart or an order: a row per line, the total, and the next step. */
export function PriceSummary({
  title,
  lines,
  total = cartTotal(lines),
  fee,
  action,
  children,
}: PriceSummaryProps) {
  return (
    <Section title={title} className={`sheet ${styles.summary}`}>
      <PriceTable lines={lines} total={total} fee={fee} />
      {children}
      {action !== null && (
        <div className={`bottom-bar ${styles.foot}`}>
          <p className={styles.total}>
            {t.totalPrice} <strong>{formatRupees(total)}</strong>
          </p>
          {action}
        </div>
      )}
    </Section>
  );
}
