import { addressesAtom, cartAtom, Link, pathToAtom, sessionAtom, toast } from '@patchwork/shop';
import type { LineItem } from '@patchwork/shop/domain';
import { buttonLook, EmptyState, ListStatus, PageHeading, Spinner } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useId, useRef } from 'react';
import { Steps } from '../../order/Steps.tsx';
import styles from '../../Page.module.css';
import { PendingPaymentNotice } from '../../pending-payment/PendingPaymentNotice.tsx';
import { isPaymentKnownAtom, isUnderWay, pendingPaymentAtom } from '../../state/payment.ts';
import { selectedAddressAtom } from '../../state/selected-address.ts';
import { AddressChoice } from './AddressChoice.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { PlaceOrder } from './PlaceOrder.tsx';
import { usePlaceOrder, useQuote } from './usePlaceOrder.ts';

interface PurchaseProps {
  lines: readonly LineItem[];
  order: ReturnType<typeof usePlaceOrder>;
}

/** Address and summary of the order. While a payment is open they are the payment's, and can't change. */
function Purchase({ lines, order: { state, placeOrder, continuePayment } }: PurchaseProps) {
  const formId = useId();
  const choice = useRef<HTMLDivElement>(null);
  const selected = useAtomValue(selectedAddressAtom);
  const payment = useAtomValue(pendingPaymentAtom);
  const quote = useQuote(lines);
  const isOpen = payment !== null && !isUnderWay(state);
  const address = payment?.address ?? selected;

  function submit(): void {
    if (selected) return void placeOrder({ seen: quote, address: selected });
    // The specification's spelling.
    toast.warning('Please select adress!');
    choice.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
  }

  return (
    <div className={styles.columns} data-even>
      <AddressChoice
        ref={choice}
        formId={formId}
        selected={address}
        isLocked={isOpen || isUnderWay(state)}
      />
      <div className={styles.summary}>
        <OrderSummary
          quote={payment ? { ...payment, notices: [] } : quote}
          address={address}
          action={isOpen ? null : <PlaceOrder id={formId} state={state} onSubmit={submit} />}
        >
          {isOpen && (
            <PendingPaymentNotice
              problem={state.name === 'failed' ? state.problem : undefined}
              onContinue={continuePayment}
            />
          )}
        </OrderSummary>
      </div>
    </div>
  );
}

function CheckoutPage() {
  const pathTo = useAtomValue(pathToAtom);
  const cart = useAtomValue(cartAtom);
  const addresses = useAtomValue(addressesAtom);
  const isPaymentKnown = useAtomValue(isPaymentKnownAtom);
  const payment = useAtomValue(pendingPaymentAtom);
  const order = usePlaceOrder();
  const { state } = order;
  // All of it is shown at once, so that nothing moves when the rest arrives.
  const isReady = isPaymentKnown && (addresses.data !== undefined || addresses.isError);
  const isPlaced = state.name === 'placed';
  const isEmpty = cart.data?.length === 0 && !payment && !isPlaced;
  const step = payment || isUnderWay(state) ? 'Payment' : 'Address';
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>Select Address</PageHeading>
      <Steps current={isPlaced ? 'Done' : step} />
      {isPlaced && <Spinner label="Placing your order" />}
      {!isPlaced && <ListStatus list="cart" load={isReady ? cart : { ...cart, data: undefined }} />}
      {isReady && isEmpty && (
        <EmptyState
          title="Your Cart is empty :("
          actions={
            <Link to={pathTo('cart')} {...buttonLook('quiet')}>
              Back to your cart
            </Link>
          }
        >
          <p>There is nothing to order yet.</p>
        </EmptyState>
      )}
      {isReady && cart.data && !isEmpty && !isPlaced && (
        <Purchase lines={cart.data} order={order} />
      )}
    </div>
  );
}

/** Address, order summary and payment. */
export function Checkout() {
  const session = useAtomValue(sessionAtom);
  // When another shopper logs in in another tab, the page starts again: an open payment is not theirs.
  return <CheckoutPage key={session?.user.email} />;
}
