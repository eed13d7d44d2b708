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
import * as t from '../../texts/checkout.ts';
import styles from './Checkout.module.css';

function explainNotice(notice: QuoteNotice): string {
  if (notice.kind === 'removed') return t.noLongerSold(notice);
  if (notice.kind === 'outOfStock') return t.isOutOfStock(notice);
  if (notice.kind === 'tooManyPieces') {
    return t.tooMany({ count: MAX_LINE_PIECES, title: notice.title });
  }
  const [from, to] = [formatRupees(notice.from), formatRupees(notice.to)];
  return t.priceChanged({ title: notice.title, from, to });
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
    <ul className={styles.notices} aria-label={t.notices}>
      {notices.map((notice) => (
        <li key={notice.productId} ref={passFocus}>
          <p>{explainNotice(notice)}</p>
          {notice.kind === 'tooManyPieces' && (
            <Link to={pathTo('cart')} {...buttonLook('quiet', 'small')}>
              {t.takeOut}
            </Link>
          )}
          {(notice.kind === 'removed' || notice.kind === 'outOfStock') && (
            <Button
              variant="quiet"
              size="small"
              onClick={() => changeCart({ type: 'remove', productId: notice.productId })}
            >
              {t.removeOf(notice)}
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
      title={t.summary}
      lines={quote.lines}
      total={quote.total + (fee ?? 0)}
      fee={fee}
      action={action}
    >
      <Notices notices={quote.notices} />
      {address && days !== null ? (
        <p>
          {t.deliveryBy({
            day: formatDeliveryDate(deliveryDays(quote.lines, days), new Date()),
            pin: address.pinCode,
          })}
        </p>
      ) : (
        isServed && day && <p>{t.getBy({ day })}</p>
      )}
      <Section title={t.deliverTo} level={3} className={styles.address}>
        {address ? <AddressLines address={address} /> : <p>{t.noneSelected}</p>}
      </Section>
      {children}
    </PriceSummary>
  );
}
