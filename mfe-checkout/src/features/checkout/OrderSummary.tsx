import type { Address, Quote } from '@patchwork/domain';
import { removeFromCartAtom } from '@patchwork/state';
import { Button, passFocusOn } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { PriceSummary } from '../../cart-lines/PriceSummary.tsx';
import { AddressLines } from '../../order/AddressLines.tsx';
import { explainNotice } from './explain.ts';
import styles from './OrderSummary.module.css';
import type { Progress } from './usePlaceOrder.ts';

const underWay: Record<Progress['status'], string> = {
  waiting: '',
  checking: 'Checking the prices…',
  paying: 'Waiting for the payment…',
  placed: 'Your order is placed.',
};

interface OrderSummaryProps {
  quote: Quote;
  address: Address | null;
  progress: Progress;
}

/** A notice that goes leads to the next one, or to where the order is placed. */
const passFocus = passFocusOn(
  (notice) =>
    notice.nextElementSibling?.querySelector('button') ??
    notice.closest('form')?.querySelector<HTMLElement>('[type="submit"]'),
);

/** Where the order is placed goes with the last line. */
const passFocusToHeading = passFocusOn(() => document.querySelector('h1'));

function Notices({ notices }: Pick<Quote, 'notices'>) {
  const removeFromCart = useSetAtom(removeFromCartAtom);
  if (notices.length === 0) return null;
  return (
    <ul className={styles.notices} aria-label="Changes in the catalogue">
      {notices.map((notice) => (
        <li key={notice.productId} ref={passFocus}>
          <p>{explainNotice(notice)}</p>
          {notice.kind !== 'price' && (
            <Button variant="quiet" size="small" onClick={() => removeFromCart(notice.productId)}>
              Remove {notice.title} from the cart
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What is ordered, at what price, where it goes, and the button that does it. */
export function OrderSummary({ quote, address, progress }: OrderSummaryProps) {
  const button = useRef<HTMLButtonElement>(null);
  const problem = progress.status === 'waiting' ? progress.problem : undefined;

  // The payment's window took the focus along: from here the shopper can try again.
  useEffect(() => {
    if (problem !== undefined) button.current?.focus();
  }, [problem]);

  return (
    <PriceSummary title="Order Summary" lines={quote.lines}>
      <Notices notices={quote.notices} />
      <section aria-label="Deliver to" className={styles.address}>
        <h3 className={styles.label}>Deliver to</h3>
        {address ? <AddressLines address={address} /> : <p>No address selected yet.</p>}
      </section>
      {problem !== undefined && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div ref={passFocusToHeading} className={styles.submission}>
        <Button type="submit" ref={button} aria-disabled={progress.status !== 'waiting'}>
          Place Order
        </Button>
        <p role="status" className={styles.status}>
          {underWay[progress.status]}
        </p>
      </div>
    </PriceSummary>
  );
}
