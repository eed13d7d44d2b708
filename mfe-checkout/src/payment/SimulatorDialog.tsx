import { formatRupees } from '@patchwork/domain';
import { Button } from '@patchwork/ui';
import { useEffect, useId, useRef, useState } from 'react';
import type { PaymentOutcome, PaymentRequest } from './provider.ts';
import styles from './SimulatorDialog.module.css';

const SLOW_PAYMENT_MS = 3000;

interface SimulatorDialogProps {
  request: PaymentRequest;
  /** Records the charge at the simulated bank, and returns its reference. */
  charge: () => string;
  /** May be called more than once, as a real provider's callback may. */
  onOutcome: (outcome: PaymentOutcome) => void;
}

/** A payment window that says clearly that it is a simulation. */
export function SimulatorDialog({ request, charge, onOutcome }: SimulatorDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  const [isWaiting, setWaiting] = useState(false);

  useEffect(() => dialog.current?.showModal(), []);

  const succeed = () => onOutcome({ kind: 'paid', reference: charge() });
  const succeedTwice = () => {
    succeed();
    succeed();
  };
  const succeedLater = () => {
    setWaiting(true);
    // The charge is recorded at once. Only the outcome is late, and is lost when the page is closed.
    const reference = charge();
    setTimeout(() => onOutcome({ kind: 'paid', reference }), SLOW_PAYMENT_MS);
  };
  const decline = () =>
    onOutcome({ kind: 'declined', reason: 'The simulated bank declined the payment.' });
  const dismiss = () => onOutcome({ kind: 'dismissed' });

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
      // Escape closes it without paying. Once the payment is under way, Escape only hides it.
      onClose={() => !isWaiting && dismiss()}
    >
      <p className={styles.stamp}>Simulation</p>
      <h2 id={titleId} className={styles.title}>
        Simulated payment
      </h2>
      <p className={styles.amount}>{formatRupees(request.amount)}</p>
      <p id={textId}>No money moves and no card is asked for. Choose how this payment ends.</p>
      {isWaiting ? (
        <p role="status" tabIndex={-1} ref={(status) => status?.focus()} className={styles.waiting}>
          The simulated bank is thinking…
        </p>
      ) : (
        <div className={styles.outcomes}>
          <Button onClick={succeed}>Pay successfully</Button>
          <Button variant="quiet" onClick={succeedLater}>
            Pay successfully after {SLOW_PAYMENT_MS / 1000} seconds
          </Button>
          <Button variant="quiet" onClick={succeedTwice}>
            Pay, and call back twice
          </Button>
          <Button variant="danger" onClick={decline}>
            Decline the payment
          </Button>
          <Button variant="quiet" onClick={dismiss}>
            Close without paying
          </Button>
        </div>
      )}
    </dialog>
  );
}
