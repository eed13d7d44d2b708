/** The amount to pay, and the shopper who pays. */
export interface PaymentRequest {
  /** The idempotency key: one key is paid once. */
  readonly key: string;
  /** Whole rupees; a provider turns them into the unit it charges in. */
  readonly amount: number;
  readonly name: string;
  readonly email: string;
  /** Ten digits. */
  readonly mobile: string;
}

export type PaymentOutcome =
  | { readonly kind: 'paid'; readonly reference: string }
  | { readonly kind: 'declined'; readonly reason: string }
  | { readonly kind: 'dismissed' }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** Whether an earlier payment was made. `unknown`: this browser can't find out. */
export type PaymentStatus =
  | { readonly kind: 'paid'; readonly reference: string }
  | { readonly kind: 'unpaid' }
  | { readonly kind: 'unknown' };

export interface PaymentProvider {
  /**
   * Opens the payment and resolves once, with how it ended. Aborting closes it and rejects with the
   * signal's reason: how it ended is not known then.
   */
  pay: (request: PaymentRequest, signal?: AbortSignal) => Promise<PaymentOutcome>;
  /** Whether a payment that ended without an outcome was made. */
  findStatus: (key: string) => Promise<PaymentStatus>;
}
