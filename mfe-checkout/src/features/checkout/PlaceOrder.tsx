import { Button, FormError, isFocusLost, passFocusToHeading } from '@patchwork/shop/ui';
import { type FormEvent, useLayoutEffect, useRef } from 'react';
import { isUnderWay, type PaymentState } from '../../state/payment.ts';
import styles from './Checkout.module.css';

const underWay: Partial<Record<PaymentState['name'], string>> = {
  checking: 'Checking the prices…',
  paying: 'Waiting for the payment…',
  placed: 'Your order is placed.',
};

interface PlaceOrderProps {
  /** Id of the form, which the choice of an address belongs to. */
  id: string;
  state: PaymentState;
  onSubmit: () => void;
}

/**
 * The button that places the order, and the reason if the order can't be placed. The reason is below it, or over the
 * page on a phone: it may arrive long after the button was pressed, and must not move anything.
 */
export function PlaceOrder({ id, state, onSubmit }: PlaceOrderProps) {
  const button = useRef<HTMLButtonElement>(null);
  const problem = state.name === 'failed' ? state.problem : undefined;
  const isLocked = isUnderWay(state);

  // The focus was in the payment's window, which may be a frame. From this button the shopper can try again.
  useLayoutEffect(() => {
    const isInFrame = document.activeElement instanceof HTMLIFrameElement;
    if (problem !== undefined && (isInFrame || isFocusLost())) button.current?.focus();
  }, [problem]);

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isLocked) onSubmit();
  }

  return (
    <form
      ref={passFocusToHeading}
      id={id}
      noValidate
      onSubmit={submit}
      aria-busy={isLocked}
      className={styles.submission}
    >
      <Button
        type="submit"
        ref={button}
        // Not `disabled`: a screen reader can reach the button.
        aria-disabled={isLocked}
      >
        Place Order
      </Button>
      <div className={styles.outcome}>
        <p role="status">{underWay[state.name]}</p>
        <FormError message={problem} />
      </div>
    </form>
  );
}
