/** The provider's answer did not come, or was no answer to the question. The checkout stays as it is. */
export class ProviderError extends Error {}

/** What a provider's own page hands back for a payment that went through. */
export interface PaymentProof {
  /** The provider's order, made by `createOrder`. */
  readonly orderId: string;
  readonly paymentId: string;
  readonly signature: string;
}

/** How the server deals with a payment provider. Every call may throw a ProviderError. */
export interface PaymentProvider {
  readonly name: 'simulator' | 'razorpay';
  /** Its public key, for the page that opens its window. */
  readonly keyId?: string;
  /** Makes the order that a shopper pays, and returns its id. The same key again: the same order. */
  createOrder: (order: { readonly key: string; readonly amountPaise: number }) => Promise<string>;
  /** Whether the proof is the provider's own. */
  verify: (proof: PaymentProof) => Promise<boolean>;
  /** The id of the payment that paid an order; undefined where none did. */
  findPayment: (orderId: string) => Promise<string | undefined>;
  /** Gives all of a payment back. Called again for the same payment, it gives nothing more. */
  refund: (payment: { readonly paymentId: string; readonly amountPaise: number }) => Promise<void>;
}
