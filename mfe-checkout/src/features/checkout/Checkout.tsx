import { cartAtom, Link, pathToAtom, sessionAtom, toast } from '@patchwork/shop';
import type { LineItem } from '@patchwork/shop/domain';
import { buttonLook, EmptyState, ListStatus, PageHeading, Spinner } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { type FormEvent, useRef } from 'react';
import styles from '../../Page.module.css';
import { PendingPaymentNotice } from '../../pending-payment/PendingPaymentNotice.tsx';
import { isUnderWay, pendingPaymentAtom } from '../../state/payment.ts';
import { selectedAddressAtom } from '../../state/selected-address.ts';
import { AddressChoice } from './AddressChoice.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { PlaceOrder } from './PlaceOrder.tsx';
import { usePlaceOrder, useQuote } from './usePlaceOrder.ts';

interface CheckoutFormProps {
  lines: readonly LineItem[];
  order: ReturnType<typeof usePlaceOrder>;
  onSettleFirst: (() => void) | undefined;
}

function CheckoutForm({ lines, order, onSettleFirst }: CheckoutFormProps) {
  const { state, placeOrder } = order;
  const isLocked = isUnderWay(state);
  const form = useRef<HTMLFormElement>(null);
  const selected = useAtomValue(selectedAddressAtom);
  const quote = useQuote(lines);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLocked || onSettleFirst) return;
    if (selected) return void placeOrder({ seen: quote, address: selected });
    // The specification's spelling.
    toast.warning('Please select adress!');
    form.current?.querySelector<HTMLElement>('input[type="radio"]')?.focus();
  };

  return (
    <form ref={form} noValidate onSubmit={submit} aria-busy={isLocked} className={styles.columns}>
      <AddressChoice selected={selected} isLocked={isLocked} />
      <div className={styles.summary}>
        <OrderSummary quote={quote} address={selected}>
          <PlaceOrder state={state} onSettleFirst={onSettleFirst} />
        </OrderSummary>
      </div>
    </form>
  );
}

function CheckoutPage() {
  const pathTo = useAtomValue(pathToAtom);
  const cart = useAtomValue(cartAtom);
  const order = usePlaceOrder();
  const notice = useRef<HTMLElement>(null);
  const isPaymentOpen = useAtomValue(pendingPaymentAtom) !== null && !isUnderWay(order.state);
  if (order.state.name === 'placed') return <Spinner label="Placing your order" />;
  const isEmpty = cart.data?.length === 0;
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>Select Address</PageHeading>
      {isPaymentOpen && <PendingPaymentNotice ref={notice} />}
      <ListStatus list="cart" load={cart} />
      {isEmpty && (
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
      {cart.data && !isEmpty && (
        <CheckoutForm
          lines={cart.data}
          order={order}
          onSettleFirst={isPaymentOpen ? () => notice.current?.focus() : undefined}
        />
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
