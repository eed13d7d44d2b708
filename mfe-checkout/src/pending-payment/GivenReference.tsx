import type { Order } from '@patchwork/domain';
import { orderHistoryAtom } from '@patchwork/state';
import { Button } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { type FormEvent, useId, useState } from 'react';
import styles from './PendingPaymentNotice.module.css';

/** Why no order can be made with it; undefined when one can. One payment makes one order. */
function problemWith(reference: string, orders: readonly Order[]): string | undefined {
  if (!/^pay_\w+$/.test(reference)) {
    return 'Please enter the payment ID as Razorpay’s message has it: pay_ and letters or digits.';
  }
  return orders.some(({ paymentReference }) => paymentReference === reference)
    ? 'This payment has paid for another order of yours. Please look for the message of this one.'
    : undefined;
}

interface GivenReferenceProps {
  onGiven: (reference: string) => void;
  onDiscard: () => void;
}

/** Where nobody can be asked about a payment, the shopper is. */
export function GivenReference({ onGiven, onDiscard }: GivenReferenceProps) {
  const inputId = useId();
  const errorId = useId();
  const [reference, setReference] = useState('');
  const [problem, setProblem] = useState<string>();
  const orders = useAtomValue(orderHistoryAtom);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reference.trim();
    const found = problemWith(given, orders);
    setProblem(found);
    if (found === undefined) onGiven(given);
  };

  return (
    <form noValidate onSubmit={submit} className={styles.reference}>
      <label htmlFor={inputId}>Payment ID (it begins with pay_)</label>
      <input
        id={inputId}
        required
        autoComplete="off"
        value={reference}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && errorId}
        onChange={(event) => setReference(event.target.value)}
      />
      {problem !== undefined && (
        <p id={errorId} role="alert" className={styles.wrong}>
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button type="submit">I paid: complete the order</Button>
        <Button variant="quiet" onClick={onDiscard}>
          I did not pay: discard it
        </Button>
      </div>
    </form>
  );
}
