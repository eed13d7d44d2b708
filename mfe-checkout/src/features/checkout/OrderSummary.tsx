import { changeCartAtom, Link, pathToAtom } from '@patchwork/shop';
import {
  type Address,
  deliveryDays,
  formatDeliveryDate,
  formatRupees,
  MAX_LINE_PIECES,
  type Quote,
  type QuoteNotice,
} from '@patchwork/shop/domain';
import { Button, buttonLook, passFocusOn, Section } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import { deliveryDayOf, PriceSummary } from '../../cart-lines/PriceSummary.tsx';
import { AddressLines } from '../../order/AddressLines.tsx';
import styles from './Checkout.module.css';

function explainNotice(notice: QuoteNotice): string {
  if (notice.kind === 'removed') return `${notice.title} is no longer sold.`;
  if (notice.kind === 'outOfStock') return `${notice.title} is out of stock.`;
  if (notice.kind === 'tooManyPieces') {
    return `An order can have at most ${MAX_LINE_PIECES} pieces of ${notice.title}.`;
  }
  const [from, to] = [formatRupees(notice.from), formatRupees(notice.to)];
  return `The price of ${notice.title} has changed from ${from} to ${to}.`;
}

/** Moves the focus from a removed notice to the next one, or to the button that places the order. */
const passFocus = passFocusOn(
  (notice) =>
    notice.nextElementSibling?.querySelector<HTMLElement>('a, button') ??
    notice.closest('section')?.querySelector<HTMLElement>('[type="submit"]'),
);

function Notices({ notices }: Pick<Quote, 'notices'>) {
  const pathTo = useAtomValue(pathToAtom);
  const changeCart = useSetAtom(changeCartAtom);
  if (notices.length === 0) return null;
  return (
    <ul className={styles.notices} aria-label="Notices about the products">
      {notices.map((notice) => (
        <li key={notice.productId} ref={passFocus}>
          <p>{explainNotice(notice)}</p>
          {notice.kind === 'tooManyPieces' && (
            <Link to={pathTo('cart')} {...buttonLook('quiet', 'small')}>
              Take some out of the cart
            </Link>
          )}
          {(notice.kind === 'removed' || notice.kind === 'outOfStock') && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => changeCart({ type: 'remove', productId: notice.productId })}
            >
              Remove {notice.title} from the cart
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface OrderSummaryProps {
  quote: Quote;
  /** Fee of cash on delivery in whole rupees, if it is chosen. */
  fee: number | undefined;
  address: Address | null;
  /** Days until the delivery to the address's PIN code, if they are known. */
  days: number | null | undefined;
  /** Whether the shop delivers to the address, as far as it is known. */
  isServed: boolean;
  action: ReactNode;
  children: ReactNode;
}

/** Ordered lines, prices, delivery address and day. */
export function OrderSummary({
  quote,
  fee,
  address,
  days = null,
  isServed,
  action,
  children,
}: OrderSummaryProps) {
  const day = deliveryDayOf(quote.lines, new Date());
  return (
    <PriceSummary
      title="Order Summary"
      lines={quote.lines}
      total={quote.total + (fee ?? 0)}
      fee={fee}
      action={action}
    >
      <Notices notices={quote.notices} />
      {address && days !== null ? (
        <p>
          Delivery by {formatDeliveryDate(deliveryDays(quote.lines, days), new Date())} to{' '}
          {address.pinCode}
        </p>
      ) : (
        isServed && day && <p>Get it by {day}</p>
      )}
      <Section title="Deliver to" level={3} className={styles.address}>
        {address ? <AddressLines address={address} /> : <p>No address selected yet.</p>}
      </Section>
      {children}
    </PriceSummary>
  );
}
