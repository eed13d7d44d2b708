import { Button, FormError, passFocusToHeading } from '@patchwork/shop/ui';
import { type FormEvent, useLayoutEffect, useRef } from 'react';
import { isFocusLeftByPayment } from '../../payment/provider.ts';
import { isUnderWay, type PaymentState } from '../../state/payment.ts';
import * as t from '../../texts/checkout.ts';
import styles from './Checkout.module.css';

const underWay: Partial<Record<PaymentState['name'], string>> = {
  checking: t.checking,
  paying: t.paying,
  retrying: t.retrying,
  placed: t.placed,
};

interface PlaceOrderProps {
  /** Id of the form. The radio buttons of the address selection belong to it, too. */
  id: string;
  state: PaymentState;
  onSubmit: () => void;
}

/**
 * Button that places the order, and the reason if it can't be placed. The reason appears below the button or, on a
 * phone, over the page, because it may come long after the press and must not cause a layout shift.
 */
export function PlaceOrder({ id, state, onSubmit }: PlaceOrderProps) {
  const button = useRef<HTMLButtonElement>(null);
  const problem = state.name === 'failed' ? state.problem : undefined;
  const isLocked = isUnderWay(state);

  // Returns the focus to this button, so that the shopper can try again.
  useLayoutEffect(() => {
    if (problem !== undefined && isFocusLeftByPayment()) button.current?.focus();
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
        // aria-disabled instead of `disabled`, so that screen readers can reach the button.
        aria-disabled={isLocked}
      >
        {t.placeOrder}
      </Button>
      <div className={styles.outcome}>
        <p role="status">{underWay[state.name]}</p>
        <FormError message={problem} />
      </div>
    </form>
  );
}
