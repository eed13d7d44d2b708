import { createHmac, timingSafeEqual } from 'node:crypto';

/** Error of a provider that did not answer, or gave no valid answer. The checkout stays as it is. */
export class ProviderError extends Error {}

/** Proof of a payment, which the provider's window hands to the page. */
export interface PaymentProof {
  /** The provider's order, made by `createOrder`. */
  readonly orderId: string;
  readonly paymentId: string;
  readonly signature: string;
}

/** Whether an order was paid. 'unknown': the provider's account has no such order. */
export type PaymentFinding =
  | { readonly kind: 'paid'; readonly paymentId: string }
  | { readonly kind: 'unpaid' | 'unknown' };

/** A payment provider as the server uses it. Every call may throw a ProviderError. */
export interface PaymentProvider {
  readonly name: 'simulator' | 'razorpay';
  /** Public key of the account, for the page that opens the provider's window. */
  readonly keyId?: string;
  /** Creates the order that a shopper pays, and returns its id. Called again with the same key, it returns the same id. */
  createOrder: (order: { readonly key: string; readonly amountPaise: number }) => Promise<string>;
  /** Whether the proof is the provider's own. */
  verify: (proof: PaymentProof) => Promise<boolean>;
  findPayment: (orderId: string) => Promise<PaymentFinding>;
  /** Gives a whole payment back. Called again for the same payment, it gives nothing more. */
  refund: (payment: { readonly paymentId: string; readonly amountPaise: number }) => Promise<void>;
}

/** Returns an HMAC-SHA256 as lower-case hexadecimal text. */
export const hmacOf = (content: string | Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');

/**
 * Returns the text that a provider signs when an order is paid, in the format of Razorpay, which the simulator uses
 * too.
 */
export const paymentText = ({ orderId, paymentId }: Omit<PaymentProof, 'signature'>): string =>
  `${orderId}|${paymentId}`;

/**
 * Whether a signature is the HMAC of this content. Compares in constant time, so that the answer's time does not tell
 * how much of a signature was right.
 */
export function isHmacOf(signature: string, content: string | Uint8Array, secret: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(hmacOf(content, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
