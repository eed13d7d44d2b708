import { Button, FormError, isFocusLost, passFocusToHeading } from '@patchwork/shop/ui';
import { useId, useLayoutEffect, useRef } from 'react';
import { isUnderWay, type PaymentState } from '../../state/payment.ts';
import styles from './Checkout.module.css';

const underWay: Partial<Record<PaymentState['name'], string>> = {
  checking: 'Checking the prices…',
  paying: 'Waiting for the payment…',
  placed: 'Your order is placed.',
};

interface PlaceOrderProps {
  state: PaymentState;
  /** Leads to the payment that must be settled first; undefined if there is none. */
  onSettleFirst: (() => void) | undefined;
}

/** The button that places the order, and the reason if the order can't be placed. */
export function PlaceOrder({ state, onSettleFirst }: PlaceOrderProps) {
  const button = useRef<HTMLButtonElement>(null);
  const reasonId = useId();
  const problem = state.name === 'failed' ? state.problem : undefined;
  const isPossible = !isUnderWay(state) && !onSettleFirst;

  // The focus was in the payment's window, which may be a frame. From this button the shopper can try again.
  useLayoutEffect(() => {
    const isInFrame = document.activeElement instanceof HTMLIFrameElement;
    if (problem !== undefined && (isInFrame || isFocusLost())) button.current?.focus();
  }, [problem]);

  return (
    <>
      <FormError message={problem} />
      {onSettleFirst && (
        <div className={styles.reason}>
          <p id={reasonId}>A payment is still open. Settle it above, then place the order.</p>
          <Button variant="quiet" size="small" onClick={onSettleFirst}>
            Go to the open payment
          </Button>
        </div>
      )}
      <div ref={passFocusToHeading} className={styles.submission}>
        <Button
          type="submit"
          ref={button}
          // Not `disabled`: a screen reader can reach the button and reads the reason.
          aria-disabled={!isPossible}
          aria-describedby={onSettleFirst && reasonId}
        >
          Place Order
        </Button>
        <p role="status" className={styles.status}>
          {underWay[state.name]}
        </p>
      </div>
    </>
  );
}
