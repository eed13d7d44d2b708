import type { Checkout, Result } from '@patchwork/shop/domain';
import { isFocusLost } from '@patchwork/shop/ui';

export interface PaymentRequest {
  /** Idempotency key: at most one payment is made for each key. */
  readonly key: string;
  /** Order that the API has created at the provider for this amount. */
  readonly payment: Checkout['payment'];
  /** Whole rupees. Providers convert them to their own unit. */
  readonly amount: number;
  readonly name: string;
  readonly email: string;
  /** Ten digits. */
  readonly mobile: string;
}

/** Proof of payment from a provider. The shop passes it on to the API, which verifies it. */
export interface Paid {
  readonly paymentId: string;
  /** Empty if there is no order at the provider: see docs/payment.md. */
  readonly signature: string;
}

export type PaymentOutcome =
  | ({ readonly kind: 'paid' } & Paid)
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'unavailable'; readonly reason: string };

export interface PaymentProvider {
  /**
   * Opens the payment and resolves to its outcome. Aborting closes it and rejects with the signal's reason: the outcome
   * is then unknown.
   */
  pay: (request: PaymentRequest, signal?: AbortSignal) => Promise<PaymentOutcome>;
}

/**
 * Accepts or declines a payment at the API's simulated bank. If it is declined or the call fails, resolves to an error:
 * a sentence with the reason.
 */
export type Simulate = (
  orderId: string,
  outcome: 'success' | 'decline',
) => Promise<Result<Paid, string>>;

/** Whether the focus is where a provider's window leaves it: in its iframe, or nowhere. */
export const isFocusLeftByPayment = (): boolean =>
  document.activeElement instanceof HTMLIFrameElement || isFocusLost();
