import { sessionAtom } from '@patchwork/shop';
import { type Address, isSameQuote, isSellable, type Quote } from '@patchwork/shop/domain';
import { useStore } from 'jotai';
import { useLayoutEffect, useRef, useState } from 'react';
import { withPaymentLock } from '../../payment/payment-lock.ts';
import { useProvider } from '../../payment/useProvider.ts';
import { discardPaymentAtom, openPaymentAtom, placeOrderAtom } from '../../state/payment.ts';
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
  // Before the next page gets the focus: behind an open dialog it could not.
  useLayoutEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return () => leaving.current?.signal ?? AbortSignal.abort();
}

/** Places one order at a time: check the prices, open the payment, pay, confirm. */
export function usePlaceOrder() {
  const store = useStore();
  const provider = useProvider();
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

  /** Under the payment's lock, so that no other tab looks the payment up meanwhile. */
  const pay = async (key: string, purchase: Purchase, signal: AbortSignal): Promise<Progress> => {
    const { seen: quote, address } = purchase;
    const session = store.get(sessionAtom);
    const opened = await store.set(openPaymentAtom, { key, quote, address });
    if (!opened.ok) return { status: 'waiting', problem: opened.error };
    if (!session || signal.aborted) return { status: 'waiting', problem: messages.unknown };
    setProgress({ status: 'paying' });
    const { name, email } = session.user;
    const { total: amount, payment } = opened.value;
    const request = { key, payment, amount, name, email, mobile: address.mobile };
    const outcome = await provider.pay(request, signal);
    if (outcome.kind !== 'paid') {
      // If this fails, the payment stays open, and the page says so.
      await store.set(discardPaymentAtom, key);
      return { status: 'waiting', problem: explainOutcome(outcome) };
    }
    const { paymentId, signature } = outcome;
    const placed = await store.set(placeOrderAtom, { key, paymentId, signature });
    return placed.ok ? { status: 'placed' } : { status: 'waiting', problem: placed.error };
  };

  const placeOrder = async (purchase: Purchase): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const signal = leaving();
    setProgress({ status: 'checking' });
    try {
      const problem = await check(purchase);
      if (signal.aborted) return;
      const key = crypto.randomUUID();
      setProgress(
        problem === undefined
          ? await withPaymentLock(key, () => pay(key, purchase, signal))
          : { status: 'waiting', problem },
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
