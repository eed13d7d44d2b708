import { formatRupees, type PendingPayment } from '@patchwork/domain';
import {
  discardPaymentAtom,
  paymentConfigAtom,
  pendingPaymentAtom,
  placeOrderAtom,
} from '@patchwork/state';
import { Button } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { type Ref, useEffect, useId, useState } from 'react';
import { when } from '../order/when.ts';
import { chooseProvider } from '../payment/choose-provider.ts';
import type { PaymentTrace } from '../payment/provider.ts';
import { onceClosed } from '../payment/tabs.ts';
import { GivenReference } from './GivenReference.tsx';
import styles from './PendingPaymentNotice.module.css';

/** What became of the payment. Undefined as long as a tab has it open, or the answer is on its way. */
function useTrace(key: string): PaymentTrace | undefined {
  const config = useAtomValue(paymentConfigAtom);
  const [trace, setTrace] = useState<PaymentTrace>();
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    void onceClosed(key, () => chooseProvider(config).trace(key), signal)
      .catch((): PaymentTrace => ({ kind: 'unknown' }))
      .then((found) => !signal.aborted && setTrace(found));
    return () => leaving.abort();
  }, [config, key]);
  return trace;
}

interface SettlementProps {
  payment: PendingPayment;
}

/** What is known of the payment, and the honest ways on. */
function Settlement({ payment }: SettlementProps) {
  const trace = useTrace(payment.key);
  const placeOrder = useSetAtom(placeOrderAtom);
  const discardPayment = useSetAtom(discardPaymentAtom);
  const discard = () => {
    discardPayment(payment.key);
    // The button goes with the notice; from the heading a keyboard finds on.
    document.querySelector<HTMLElement>('h1')?.focus();
  };
  if (!trace) return <p role="status">Is it open in another tab? Then finish it there.</p>;
  if (trace.kind === 'paid') {
    return (
      <>
        <p>It went through, and its answer never reached the shop. You are not charged again.</p>
        <Button onClick={() => placeOrder({ payment, paymentReference: trace.reference })}>
          Complete the order
        </Button>
      </>
    );
  }
  if (trace.kind === 'unpaid') {
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
      <GivenReference
        onGiven={(paymentReference) => placeOrder({ payment, paymentReference })}
        onDiscard={discard}
      />
    </>
  );
}

interface PendingPaymentNoticeProps {
  /** For who leads here: the notice can take the focus. */
  ref?: Ref<HTMLElement>;
}

/** A payment that was left open, until the shopper settles it. Otherwise nothing. */
export function PendingPaymentNotice({ ref }: PendingPaymentNoticeProps) {
  const payment = useAtomValue(pendingPaymentAtom);
  const titleId = useId();
  if (!payment) return null;
  const pieces = payment.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <section ref={ref} tabIndex={-1} aria-labelledby={titleId} className={styles.notice}>
      <h2 id={titleId} className={styles.title}>
        A payment is still open
      </h2>
      <p>
        {formatRupees(payment.total)} for {pieces === 1 ? 'one piece' : `${pieces} pieces`}, opened
        on {when(payment.openedAt)}.
      </p>
      <Settlement key={payment.key} payment={payment} />
    </section>
  );
}
