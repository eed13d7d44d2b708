import { addressesAtom, cartAtom, Link, pathToAtom, sessionAtom, toast } from '@patchwork/shop';
import { cashFault, type LineItem } from '@patchwork/shop/domain';
import {
  buttonLook,
  EmptyState,
  ListStatus,
  PageHeading,
  passFocusToHeading,
} from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { lazy, Suspense, useId, useRef, useState } from 'react';
import bag from '../../bag.svg';
import { EmptyPicture } from '../../EmptyPicture.tsx';
import { Steps } from '../../order/Steps.tsx';
import styles from '../../Page.module.css';
import { PendingPaymentNotice } from '../../pending-payment/PendingPaymentNotice.tsx';
import { Slot } from '../../slots.ts';
import { selectedDeliveryAtom } from '../../state/delivery.ts';
import { isPaymentKnownAtom, isUnderWay, pendingPaymentAtom } from '../../state/payment.ts';
import { selectedAddressAtom } from '../../state/selected-address.ts';
import * as t from '../../texts/checkout.ts';
import { AddressChoice, notServed } from './AddressChoice.tsx';
import { OrderSummary } from './OrderSummary.tsx';
import { PlaceOrder } from './PlaceOrder.tsx';
import { usePlaceOrder, useQuote } from './usePlaceOrder.ts';

interface PurchaseProps {
  lines: readonly LineItem[];
  order: ReturnType<typeof usePlaceOrder>;
}

/** In a chunk that most shoppers load anyway, with the payment. Without it, the order is paid as usual. */
const PaymentChoice = lazy(() =>
  import(/* webpackChunkName: "payment" */ './PaymentChoice.tsx').then(
    (module) => ({ default: module.PaymentChoice }),
    () => ({ default: () => <></> }),
  ),
);

/** Address and summary of the order. While a payment is open, both are fixed by it. */
function Purchase({ lines, order: { state, placeOrder, continuePayment } }: PurchaseProps) {
  const formId = useId();
  const choice = useRef<HTMLDivElement>(null);
  const selected = useAtomValue(selectedAddressAtom);
  const payment = useAtomValue(pendingPaymentAtom);
  const { data: delivery = null } = useAtomValue(selectedDeliveryAtom);
  const quote = useQuote(lines);
  const [wantsCash, setWantsCash] = useState(false);
  const terms = delivery?.isDeliverable ? delivery.cashOnDelivery : null;
  const isCash = wantsCash && delivery !== null && !cashFault(delivery, quote.total);
  const paidFee = payment?.cashOnDelivery?.fee;
  const isServed = delivery?.isDeliverable !== false;
  const isOpen = payment !== null && !isUnderWay(state);
  const address = payment?.address ?? selected;

  function submit(): void {
    if (selected && isServed) {
      const cash = isCash && terms ? { cashOnDelivery: { fee: terms.fee } } : {};
      return void placeOrder({ seen: quote, address: selected, ...cash });
    }
    toast.warning(selected ? notServed(selected.pinCode) : t.selectAddress);
    // A radio button or, for a shopper without addresses, the first field of the new one.
    const inputs = choice.current;
    (inputs?.querySelector<HTMLElement>(':checked') ?? inputs?.querySelector('input'))?.focus();
  }

  return (
    <div ref={passFocusToHeading} className={styles.columns} data-even>
      <AddressChoice
        ref={choice}
        formId={formId}
        selected={address}
        delivery={isOpen ? null : delivery}
        isLocked={isOpen || isUnderWay(state)}
      >
        {delivery && terms && !isOpen && (
          <Suspense>
            <PaymentChoice
              delivery={delivery}
              terms={terms}
              price={quote.total}
              isCash={isCash}
              isLocked={isUnderWay(state)}
              onChoose={setWantsCash}
            />
          </Suspense>
        )}
      </AddressChoice>
      <div className={styles.summary}>
        <OrderSummary
          quote={
            payment ? { ...payment, total: payment.total - (paidFee ?? 0), notices: [] } : quote
          }
          fee={payment ? paidFee : isCash ? terms?.fee : undefined}
          address={address}
          days={payment ? payment.deliveryDays : delivery?.days}
          isServed={payment !== null || isServed}
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
  // Everything appears at once, so that nothing moves when the rest arrives.
  const isReady = isPaymentKnown && (addresses.data !== undefined || addresses.isError);
  const isFixed = isUnderWay(state);
  // Placing an order empties the cart; what was ordered stays in view until the next page is there.
  const [lines, setLines] = useState(cart.data);
  if (!isFixed && lines !== cart.data) setLines(cart.data);
  const isEmpty = lines?.length === 0 && !payment && !isFixed;
  const step = payment || isFixed ? 'payment' : 'address';
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>{t.heading}</PageHeading>
      <Steps current={state.name === 'placed' ? 'done' : step} />
      <ListStatus list="cart" load={isReady ? cart : { ...cart, data: undefined }} />
      {isReady && isEmpty && (
        <>
          <EmptyState
            title={t.emptyCart}
            picture={<EmptyPicture src={bag} />}
            actions={
              <Link to={pathTo('cart')} {...buttonLook('quiet')}>
                {t.backToCart}
              </Link>
            }
          >
            <p>{t.nothingToOrder}</p>
          </EmptyState>
          <div className={styles.more}>
            <Slot name="checkout-recommendations" props={{ products: [] }} />
          </div>
        </>
      )}
      {isReady && lines && !isEmpty && <Purchase lines={lines} order={order} />}
    </div>
  );
}

/** Checkout page: address, order summary and payment. */
export function Checkout() {
  const session = useAtomValue(sessionAtom);
  // Remounts the page when another tab logs in another shopper, who must not see this one's payment.
  return <CheckoutPage key={session?.user.email} />;
}
