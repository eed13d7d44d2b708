import { Button, FormError, passFocusOn } from '@patchwork/ui';
import { useEffect, useId, useRef } from 'react';
import { messages } from './messages.ts';
import styles from './PlaceOrder.module.css';
import type { Progress } from './usePlaceOrder.ts';

const underWay: Record<Progress['status'], string> = {
  waiting: '',
  checking: 'Checking the prices…',
  paying: 'Waiting for the payment…',
  placed: 'Your order is placed.',
};

/** Where the order is placed goes with the last line. */
const passFocusToHeading = passFocusOn(() => document.querySelector('h1'));

interface PlaceOrderProps {
  progress: Progress;
  /** Leads to the payment that has to be settled first; undefined when there is none. */
  onSettleFirst: (() => void) | undefined;
}

/** The button that places the order, and what keeps it from being placed. */
export function PlaceOrder({ progress, onSettleFirst }: PlaceOrderProps) {
  const button = useRef<HTMLButtonElement>(null);
  const reasonId = useId();
  const problem = progress.status === 'waiting' ? progress.problem : undefined;
  const isPossible = progress.status === 'waiting' && !onSettleFirst;

  // The payment's window took the focus along: from here the shopper can try again.
  useEffect(() => {
    if (problem !== undefined) button.current?.focus();
  }, [problem]);

  return (
    <>
      <FormError message={problem} />
      {onSettleFirst && (
        <div className={styles.reason}>
          <p id={reasonId}>{messages.pending}</p>
          <Button variant="quiet" size="small" onClick={onSettleFirst}>
            Go to the open payment
          </Button>
        </div>
      )}
      <div ref={passFocusToHeading} className={styles.submission}>
        <Button
          type="submit"
          ref={button}
          // Not `disabled`: who comes by keyboard hears the reason.
          aria-disabled={!isPossible}
          aria-describedby={onSettleFirst && reasonId}
        >
          Place Order
        </Button>
        <p role="status" className={styles.status}>
          {underWay[progress.status]}
        </p>
      </div>
    </>
  );
}
