import { cartTotal, formatRupees, type LineItem, lineTotal } from '@patchwork/domain';
import { useId } from 'react';
import styles from './PriceSummary.module.css';

interface PriceSummaryProps {
  title: string;
  lines: readonly LineItem[];
}

interface PriceTableProps {
  lines: readonly LineItem[];
}

function PriceTable({ lines }: PriceTableProps) {
  return (
    <table className={styles.table}>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
          <th scope="col">Line total</th>
        </tr>
      </thead>
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
          <td>{formatRupees(cartTotal(lines))}</td>
        </tr>
      </tfoot>
    </table>
  );
}

/** What the cart costs: a line per item, and the total. */
export function PriceSummary({ title, lines }: PriceSummaryProps) {
  const headingId = useId();
  return (
    <section aria-labelledby={headingId} className={styles.summary}>
      <h2 id={headingId} className={styles.title}>
        {title}
      </h2>
      {lines.length === 0 ? <p>Your Cart is empty :(</p> : <PriceTable lines={lines} />}
    </section>
  );
}
