import type { Order } from '@patchwork/shop/domain';
import { Button, TextField } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { type FormEvent, useState } from 'react';
import { orderHistoryAtom } from '../state/orders.ts';
import styles from './PendingPaymentNotice.module.css';

/** Why no order can be made with this ID; undefined when one can. One payment makes one order. */
function problemWith(paymentId: string, orders: readonly Order[]): string | undefined {
  if (!/^pay_\w+$/.test(paymentId)) {
    return 'Please enter the payment ID as Razorpay’s message has it: pay_ and letters or digits.';
  }
  return orders.some(({ paymentReference }) => paymentReference === paymentId)
    ? 'This payment has paid for another order of yours. Please look for the message of this one.'
    : undefined;
}

interface PaymentIdFormProps {
  onPaid: (paymentId: string) => void;
  onDiscard: () => void;
}

/** Asks the shopper about a payment that the shop can't look up. */
export function PaymentIdForm({ onPaid, onDiscard }: PaymentIdFormProps) {
  const [problem, setProblem] = useState<string>();
  const orders = useAtomValue(orderHistoryAtom);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const paymentId = String(new FormData(event.currentTarget).get('paymentId')).trim();
    const found = problemWith(paymentId, orders);
    setProblem(found);
    if (found === undefined) onPaid(paymentId);
  }

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <TextField
        label="Payment ID (it begins with pay_)"
        name="paymentId"
        autoComplete="off"
        error={problem}
        announceError
      />
      <div className={styles.actions}>
        <Button type="submit">I paid: complete the order</Button>
        <Button variant="quiet" onClick={onDiscard}>
          I did not pay: discard it
        </Button>
      </div>
    </form>
  );
}
