import { type Address, isSameQuote, isSellable, type Quote } from '@patchwork/domain';
import {
  discardPaymentAtom,
  openPaymentAtom,
  paymentConfigAtom,
  placeOrderAtom,
  sessionAtom,
} from '@patchwork/state';
import { useAtomValue, useStore } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { chooseProvider } from '../../payment/choose-provider.ts';
import { withPaymentLock } from '../../payment/payment-lock.ts';
import { explainChange, explainOutcome, messages } from './messages.ts';
import { useFreshQuote } from './useQuote.ts';

export type Progress =
  | { readonly status: 'waiting'; readonly problem?: string }
  | { readonly status: 'checking' | 'paying' | 'placed' };

interface Purchase {
  /** What the shopper saw when placing the order. */
  readonly seen: Quote;
  readonly address: Address;
}

/** Aborted when the page is left. The shopper then settles the payment on the next visit. */
function useLeaving(): () => AbortSignal {
  const leaving = useRef<AbortController>(null);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return () => leaving.current?.signal ?? AbortSignal.abort();
}

/** Places one order at a time: check the prices, store the payment, pay, record the order. */
export function usePlaceOrder() {
  const store = useStore();
  const config = useAtomValue(paymentConfigAtom);
  const freshQuote = useFreshQuote();
  const leaving = useLeaving();
  const isUnderWay = useRef(false);
  const [progress, setProgress] = useState<Progress>({ status: 'waiting' });

  /** Why the order can't be paid; undefined when it can. */
  const check = async ({ seen }: Purchase): Promise<string | undefined> => {
    const fresh = await freshQuote();
    if (!fresh) return messages.unchecked;
    if (!isSameQuote(seen, fresh)) return explainChange(fresh.total);
    return isSellable(fresh) ? undefined : messages.unsellable;
  };

  const pay = async ({ seen, address }: Purchase, signal: AbortSignal): Promise<Progress> => {
    const session = store.get(sessionAtom);
    const payment = store.set(openPaymentAtom, { quote: seen, address });
    if (!session || !payment) return { status: 'waiting', problem: messages.pending };
    setProgress({ status: 'paying' });
    const { name, email } = session.user;
    const { key, total: amount } = payment;
    const request = { key, amount, name, email, mobile: address.mobile };
    const outcome = await withPaymentLock(key, () => chooseProvider(config).pay(request, signal));
    if (outcome.kind !== 'paid') {
      store.set(discardPaymentAtom, key);
      return { status: 'waiting', problem: explainOutcome(outcome) };
    }
    store.set(placeOrderAtom, { payment, paymentReference: outcome.reference });
    return { status: 'placed' };
  };

  const placeOrder = async (purchase: Purchase): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const signal = leaving();
    setProgress({ status: 'checking' });
    try {
      const problem = await check(purchase);
      if (signal.aborted) return;
      setProgress(
        problem === undefined ? await pay(purchase, signal) : { status: 'waiting', problem },
      );
    } catch (error) {
      if (signal.aborted) return;
      console.error('The payment ended without an outcome:', error);
      setProgress({ status: 'waiting', problem: messages.unknown });
    } finally {
      isUnderWay.current = false;
    }
  };

  return { progress, placeOrder };
}
