import { cartAtom, configurationAtom, sessionAtom } from '@patchwork/shop';
import {
  type Address,
  type Checkout,
  formatRupees,
  isSameQuote,
  isSellable,
  type LineItem,
  type Quote,
  quoteCart,
} from '@patchwork/shop/domain';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useLayoutEffect, useRef, useState } from 'react';
import { withPaymentLock } from '../../payment/payment-lock.ts';
import type { PaymentOutcome, PaymentProvider } from '../../payment/provider.ts';
import { cartProductsAtom } from '../../state/cart.ts';
import {
  completePaymentAtom,
  discardPaymentAtom,
  failed,
  lookUpPaymentAtom,
  openPaymentAtom,
  type PaymentState,
  pendingPaymentAtom,
  placeOrderAtom,
  simulatePaymentAtom,
} from '../../state/payment.ts';
import * as t from '../../texts/checkout.ts';

type Unpaid = Exclude<PaymentOutcome, { kind: 'paid' }>;

/** Adds a full stop to a bank's message unless it already ends a sentence. */
const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

function explainOutcome(outcome: Unpaid): string {
  if (outcome.kind === 'dismissed') {
    return t.dismissed;
  }
  if (outcome.kind === 'declined') {
    return t.declined({ reason: sentence(outcome.reason) });
  }
  return outcome.reason;
}

/**
 * Returns the cart at the catalogue's prices, or at its own prices until the catalogue has loaded. Products of the
 * shopper's own open payment count as in stock, because the payment has reserved them.
 */
export function useQuote(lines: readonly LineItem[]): Quote {
  const { data } = useAtomValue(cartProductsAtom);
  const pending = useAtomValue(pendingPaymentAtom);
  const held = new Set(pending?.lines.map(({ product }) => product.id));
  const products = data?.map((product) =>
    held.has(product.id) ? { ...product, inStock: true } : product,
  );
  return quoteCart(lines, products ?? lines.map(({ product }) => product));
}

/**
 * Returns a function that reloads the cart and the catalogue, and quotes the cart. It resolves to undefined if either
 * can't be loaded.
 */
function useFreshQuote(): () => Promise<Quote | undefined> {
  const store = useStore();
  return async () => {
    const cart = await store.get(cartAtom).refetch();
    if (cart.isError) return undefined;
    // Loaded after the cart, so that a line added on another device is priced too.
    const products = await store.get(cartProductsAtom).refetch();
    if (products.isError || !products.data) return undefined;
    return quoteCart(store.get(cartAtom).items, products.data);
  };
}

/** Provider of orders that are paid in cash on delivery: the shopper's confirmation is all that the API needs. */
const payLater: PaymentProvider = {
  pay: async ({ payment }) => ({ kind: 'paid', paymentId: payment.orderId, signature: '' }),
};

/**
 * Returns a function that loads the payment provider's code when the shopper pays, and resolves to undefined if that
 * fails. All providers are in one chunk, because each chunk adds its hash to the remote's entry, which the header loads
 * on every page.
 */
function useProvider(): (isCash: boolean) => Promise<PaymentProvider | undefined> {
  const config = useAtomValue(configurationAtom).payment;
  const simulate = useSetAtom(simulatePaymentAtom);
  return async (isCash) => {
    if (isCash) return payLater;
    try {
      if (config.provider === 'razorpay') {
        const { createRazorpay } = await import(
          /* webpackChunkName: "payment" */ '../../payment/razorpay.ts'
        );
        return createRazorpay(config);
      }
      const { createSimulator } = await import(
        /* webpackChunkName: "payment" */ '../../payment/simulator.tsx'
      );
      return createSimulator((orderId, outcome) => simulate({ orderId, outcome }));
    } catch (error) {
      console.error('The payment could not be loaded:', error);
      return undefined;
    }
  };
}

interface Purchase {
  /** Quote that the shopper saw when placing the order. */
  readonly seen: Quote;
  readonly address: Address;
  /** Present to pay in cash on delivery. `fee` is the one that the shopper saw, in whole rupees. */
  readonly cashOnDelivery?: { readonly fee: number };
}

/**
 * Returns a function that returns an AbortSignal. The signal aborts when the shopper leaves the page. An open payment
 * is then settled at the next visit.
 */
function useLeaving(): () => AbortSignal {
  const leaving = useRef<AbortController>(null);
  // A layout effect, to abort before the next page takes the focus: an open dialog would prevent that.
  useLayoutEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);
  return () => leaving.current?.signal ?? AbortSignal.abort();
}

/** Places an order, one at a time: checks the prices, opens the payment, pays, confirms. */
export function usePlaceOrder() {
  const store = useStore();
  const loadProvider = useProvider();
  const freshQuote = useFreshQuote();
  const leaving = useLeaving();
  const isUnderWay = useRef(false);
  const [state, setState] = useState<PaymentState>({ name: 'idle' });

  /** Resolves to the reason why the order can't be paid; undefined if it can. */
  const check = async (seen: Quote): Promise<string | undefined> => {
    const fresh = await freshQuote();
    if (!fresh) {
      return t.pricesNotChecked;
    }
    if (!isSameQuote(seen, fresh)) {
      return t.orderChanged({ total: formatRupees(fresh.total) });
    }
    return isSellable(fresh) ? undefined : t.notSellable;
  };

  const onRetry = () => setState({ name: 'retrying' });

  /** Pays an open checkout and creates its order; cancels the checkout if it is not paid. */
  const pay = async (
    provider: PaymentProvider,
    { key, total: amount, payment, address }: Checkout,
    signal: AbortSignal,
  ): Promise<PaymentState> => {
    const session = store.get(sessionAtom);
    if (!session || signal.aborted) return failed(t.unknownEnd);
    if (payment.provider !== 'cod') setState({ name: 'paying' });
    const { name, email } = session.user;
    const request = { key, payment, amount, name, email, mobile: address.mobile };
    const outcome = await provider.pay(request, signal);
    if (outcome.kind !== 'paid') {
      // If this fails, the payment stays open, and the page says so.
      await store.set(discardPaymentAtom, key);
      return failed(explainOutcome(outcome));
    }
    const { paymentId, signature } = outcome;
    const placed = await store.set(placeOrderAtom, { key, paymentId, signature, onRetry });
    return placed.ok ? { name: 'placed' } : failed(placed.error);
  };

  /** Runs one payment at a time, while holding its lock, so that no other tab pays it or looks it up meanwhile. */
  const run = async (
    key: string,
    work: (signal: AbortSignal) => Promise<PaymentState>,
  ): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    const signal = leaving();
    setState({ name: 'checking' });
    try {
      setState(await withPaymentLock(key, () => work(signal), { signal }));
    } catch (error) {
      if (signal.aborted) return;
      console.error('The payment ended without an outcome:', error);
      setState(failed(t.unknownEnd));
    } finally {
      isUnderWay.current = false;
    }
  };

  const placeOrder = ({ seen: quote, ...chosen }: Purchase): Promise<void> => {
    const key = crypto.randomUUID();
    return run(key, async (signal) => {
      // Loaded before the API opens a payment, which could not be paid without this code.
      const [provider, problem] = await Promise.all([
        loadProvider(chosen.cashOnDelivery !== undefined),
        check(quote),
      ]);
      if (problem !== undefined) return failed(problem);
      if (!provider) return failed(t.paymentNotLoaded);
      signal.throwIfAborted();
      const opened = await store.set(openPaymentAtom, {
        ...{ key, quote, onRetry, signal },
        ...chosen,
      });
      return opened.ok ? pay(provider, opened.value, signal) : failed(opened.error);
    });
  };

  /** Pays a checkout that an earlier page left open, unless it was paid or closed meanwhile. */
  const continuePayment = (checkout: Checkout): Promise<void> =>
    run(checkout.key, async (signal) => {
      const [provider, found] = await Promise.all([
        loadProvider(checkout.payment.provider === 'cod'),
        store.set(lookUpPaymentAtom, checkout.key),
      ]);
      if (!found.ok) return failed(found.error);
      if (found.value === 'paid') {
        await store.set(completePaymentAtom, checkout.key);
        return { name: 'placed' };
      }
      if (store.get(pendingPaymentAtom)?.key !== checkout.key) return failed(t.closed);
      return provider ? pay(provider, checkout, signal) : failed(t.paymentNotLoaded);
    });

  return { state, placeOrder, continuePayment };
}
