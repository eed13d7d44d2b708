import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PaymentAccount } from '../rows/checkout-row.ts';

/** Error of a payment provider that is unreachable, refuses a request or returns an invalid response. */
export class ProviderError extends Error {}

/** Proof of payment, which the provider's window returns to the page. */
export interface PaymentProof {
  /** Provider's order id, from `createOrder`. */
  readonly orderId: string;
  readonly paymentId: string;
  readonly signature: string;
}

/** Payment status of an order. 'unknown': the provider's account has no such order. */
export type PaymentFinding =
  | { readonly kind: 'paid'; readonly paymentId: string }
  | { readonly kind: 'unpaid' | 'unknown' };

interface Refund {
  readonly paymentId: string;
  readonly amountPaise: number;
  /** Idempotency key: at least 10 letters, digits, hyphens or underscores. */
  readonly key: string;
}

/** Payment provider. Every call may throw a ProviderError. */
export interface PaymentProvider extends PaymentAccount {
  /** Creates the provider's order and returns its id. Idempotent by key. */
  createOrder: (order: { readonly key: string; readonly amountPaise: number }) => Promise<string>;
  /** Whether the provider signed the proof. */
  verify: (proof: PaymentProof) => Promise<boolean>;
  findPayment: (orderId: string) => Promise<PaymentFinding>;
  /** Refunds all or part of a payment. Idempotent by key. */
  refund: (refund: Refund) => Promise<void>;
}

/** Returns an HMAC-SHA256 as lower-case hexadecimal text. */
export const hmacOf = (content: string | Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');

/**
 * Returns the text that a provider signs when an order is paid. It is in Razorpay's format, which the simulator uses
 * too.
 */
export const paymentText = ({ orderId, paymentId }: Omit<PaymentProof, 'signature'>): string =>
  `${orderId}|${paymentId}`;

/** Whether a signature is the HMAC of this content. Compares in constant time to prevent timing attacks. */
export function isHmacOf(signature: string, content: string | Uint8Array, secret: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(hmacOf(content, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
