import { Button } from '@patchwork/ui';
import { type FormEvent, useId, useState } from 'react';
import styles from './PendingPaymentNotice.module.css';

interface GivenReferenceProps {
  onGiven: (reference: string) => void;
  onDiscard: () => void;
}

/** Where nobody can be asked about a payment, the shopper is. */
export function GivenReference({ onGiven, onDiscard }: GivenReferenceProps) {
  const inputId = useId();
  const errorId = useId();
  const [reference, setReference] = useState('');
  const [isWrong, setWrong] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reference.trim();
    const isReference = /^pay_\w+$/.test(given);
    setWrong(!isReference);
    if (isReference) onGiven(given);
  };

  return (
    <form noValidate onSubmit={submit} className={styles.reference}>
      <label htmlFor={inputId}>Payment ID (it begins with pay_)</label>
      <input
        id={inputId}
        required
        autoComplete="off"
        value={reference}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? errorId : undefined}
        onChange={(event) => setReference(event.target.value)}
      />
      {isWrong && (
        <p id={errorId} role="alert" className={styles.wrong}>
          Please enter the payment ID as Razorpay’s message has it: pay_ and letters or digits.
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
