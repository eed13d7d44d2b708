import { toPaise } from '@patchwork/shop/domain';
import * as t from '../texts/payment.ts';
import type { PaymentOutcome, PaymentProvider, PaymentRequest } from './provider.ts';

const loads = new Map<string, Promise<void>>();

const insertScript = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`${url} could not be loaded`));
    });
    document.head.append(script);
  });

/**
 * Returns a global function that a script defines; undefined if the script can't be loaded or doesn't define it. Loads
 * the script once for all callers. After a failure, the next call tries again.
 */
async function loadGlobal(url: string, name: string): Promise<unknown> {
  const load = loads.get(url) ?? insertScript(url);
  loads.set(url, load);
  await load.catch((error: unknown) => {
    loads.delete(url);
    console.error(error);
  });
  const found: unknown = Reflect.get(window, name);
  if (typeof found === 'function') return found;
  loads.delete(url);
  return undefined;
}

/*
 * The used parts of Razorpay's standard checkout.
 * https://razorpay.com/docs/payments/payment-gateway/web-integration/standard/integration-steps/
 */

interface RazorpaySuccess {
  readonly razorpay_payment_id: string;
  /** HMAC of order id and payment id with the secret. Present only with an `order_id`. */
  readonly razorpay_signature?: string;
}

export interface RazorpayFailure {
  readonly error?: { readonly description?: string };
}

interface RazorpayCheckout {
  open: () => void;
  close: () => void;
  on: (event: 'payment.failed', listener: (failure: RazorpayFailure) => void) => void;
}

interface RazorpayConfig {
  readonly key: string;
  readonly scriptUrl: string;
}

const THEME_COLOR = '#3355b5';

const optionsOf = (
  key: string,
  request: PaymentRequest,
  end: (outcome: PaymentOutcome) => void,
) => ({
  key,
  // Paise.
  amount: toPaise(request.amount),
  currency: 'INR',
  // Id in Razorpay's Orders API. Left out in a shop without an API server.
  ...(request.payment.provider === 'razorpay' && { order_id: request.payment.orderId }),
  name: 'Patchwork',
  prefill: { name: request.name, email: request.email, contact: `+91${request.mobile}` },
  // Notes are shown in the merchant's dashboard and sent with its webhooks.
  notes: { idempotency_key: request.key },
  theme: { color: THEME_COLOR },
  // A failure ends this payment. The shop shows the reason, and the shopper can start another one.
  retry: { enabled: false },
  handler: ({
    razorpay_payment_id: paymentId,
    razorpay_signature: signature = '',
  }: RazorpaySuccess) => end({ kind: 'paid', paymentId, signature }),
  modal: { ondismiss: () => end({ kind: 'dismissed' }) },
});

export type RazorpayOptions = ReturnType<typeof optionsOf>;

export type Razorpay = new (options: RazorpayOptions) => RazorpayCheckout;

/** Opens Razorpay's window. Only its first callback counts, because a promise settles once. */
const openCheckout = (
  Checkout: Razorpay,
  key: string,
  request: PaymentRequest,
  signal: AbortSignal | undefined,
): Promise<PaymentOutcome> =>
  new Promise((resolve, reject) => {
    const checkout = new Checkout(optionsOf(key, request, resolve));
    checkout.on('payment.failed', ({ error }) => {
      resolve({ kind: 'declined', reason: error?.description || t.wasDeclined });
      checkout.close();
    });
    signal?.addEventListener('abort', () => {
      reject(signal.reason);
      checkout.close();
    });
    checkout.open();
  });

/** Payment provider Razorpay, with its own window. Its script is loaded at the first payment. */
export const createRazorpay = ({ key, scriptUrl }: RazorpayConfig): PaymentProvider => ({
  async pay(request, signal) {
    const Checkout = await loadGlobal(scriptUrl, 'Razorpay');
    signal?.throwIfAborted();
    if (!Checkout) return { kind: 'unavailable', reason: t.notReached };
    try {
      return await openCheckout(Checkout as Razorpay, key, request, signal);
    } catch (error) {
      signal?.throwIfAborted();
      console.error('Razorpay could not be opened:', error);
      return { kind: 'unavailable', reason: t.notOpened };
    }
  },
});
