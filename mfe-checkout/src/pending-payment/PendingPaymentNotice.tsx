import { formatRupees, type PendingPayment } from '@patchwork/domain';
import {
  discardPaymentAtom,
  paymentConfigAtom,
  pendingPaymentAtom,
  placeOrderAtom,
} from '@patchwork/state';
import { Button, Section } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { type Ref, useEffect, useState } from 'react';
import { formatTime } from '../order/format-time.ts';
import { chooseProvider } from '../payment/choose-provider.ts';
import { withPaymentLock } from '../payment/payment-lock.ts';
import type { PaymentStatus } from '../payment/provider.ts';
import { PaymentIdForm } from './PaymentIdForm.tsx';
import styles from './PendingPaymentNotice.module.css';

/** Whether the payment was made. Undefined while a tab has it open, and while it is looked up. */
function usePaymentStatus(key: string): PaymentStatus | undefined {
  const config = useAtomValue(paymentConfigAtom);
  const [status, setStatus] = useState<PaymentStatus>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    void withPaymentLock(key, () => chooseProvider(config).findStatus(key), { signal })
      .catch((): PaymentStatus => ({ kind: 'unknown' }))
      .then((found) => !signal.aborted && setStatus(found));
    return () => leaving.abort();
  }, [config, key]);
  return status;
}

interface SettlementProps {
  payment: PendingPayment;
}

/** What the shop knows of the payment, and what the shopper can do. */
function Settlement({ payment }: SettlementProps) {
  const status = usePaymentStatus(payment.key);
  const placeOrder = useSetAtom(placeOrderAtom);
  const discardPayment = useSetAtom(discardPaymentAtom);
  const discard = () => {
    discardPayment(payment.key);
    // The pressed button is removed with the notice: the focus goes to the page's heading.
    document.querySelector<HTMLElement>('h1')?.focus();
  };
  if (!status) return <p role="status">Is it open in another tab? Then finish it there.</p>;
  if (status.kind === 'paid') {
    return (
      <>
        <p>It went through, and its answer never reached the shop. You are not charged again.</p>
        <Button onClick={() => placeOrder({ payment, paymentReference: status.reference })}>
          Complete the order
        </Button>
      </>
    );
  }
  if (status.kind === 'unpaid') {
    return (
      <>
        <p>Nothing has been charged for it.</p>
        <Button variant="quiet" onClick={discard}>
          Discard this payment
        </Button>
      </>
    );
  }
  return (
    <>
      <p>
        The shop can’t see from here whether it went through. If you were charged, Razorpay’s
        message to you names the payment: the order is completed with it, and you don’t pay again.
      </p>
      <PaymentIdForm
        onPaid={(paymentReference) => placeOrder({ payment, paymentReference })}
        onDiscard={discard}
      />
    </>
  );
}

interface PendingPaymentNoticeProps {
  /** The notice can take the focus. */
  ref?: Ref<HTMLElement>;
}

/** Shown while a payment is open, until the shopper settles it. */
export function PendingPaymentNotice({ ref }: PendingPaymentNoticeProps) {
  const payment = useAtomValue(pendingPaymentAtom);
  if (!payment) return null;
  const pieces = payment.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Section title="A payment is still open" ref={ref} tabIndex={-1} className={styles.notice}>
      <p>
        {formatRupees(payment.total)} for {pieces === 1 ? 'one piece' : `${pieces} pieces`}, opened
        on {formatTime(payment.openedAt)}.
      </p>
      <Settlement key={payment.key} payment={payment} />
    </Section>
  );
}
