import type { Checkout, Result } from '@patchwork/shop/domain';

/** The amount to pay, and the shopper who pays. */
export interface PaymentRequest {
  /** The idempotency key: one key is paid once. */
  readonly key: string;
  /** The payment that the API opened at its provider for this amount. */
  readonly payment: Checkout['payment'];
  /** Whole rupees; a provider turns them into the unit it charges in. */
  readonly amount: number;
  readonly name: string;
  readonly email: string;
  /** Ten digits. */
  readonly mobile: string;
}

/** A provider's proof of a payment. The API verifies it; the shop passes it on. */
export interface Paid {
  readonly paymentId: string;
  /** Empty if the provider made no order of its own: see docs/payment.md. */
  readonly signature: string;
}

export type PaymentOutcome =
  | ({ readonly kind: 'paid' } & Paid)
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'unavailable'; readonly reason: string };

export interface PaymentProvider {
  /**
   * Opens the payment and resolves once, with its outcome. Aborting closes it and rejects with the signal's
   * reason: the outcome is not known then.
   */
  pay: (request: PaymentRequest, signal?: AbortSignal) => Promise<PaymentOutcome>;
}

/** Asks the API's simulated bank to pay or to decline. If it does not pay, gives a sentence that says why. */
export type Simulate = (
  orderId: string,
  outcome: 'success' | 'decline',
) => Promise<Result<Paid, string>>;
