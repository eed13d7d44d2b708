import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PaymentProof } from './provider.ts';

/** HMAC-SHA256 as lower-case hexadecimal text. */
export const hmacOf = (content: string | Uint8Array, secret: string): string =>
  createHmac('sha256', secret).update(content).digest('hex');

/** What a provider signs when an order is paid: Razorpay's format, which the simulator has too. */
export const paymentText = ({ orderId, paymentId }: Omit<PaymentProof, 'signature'>): string =>
  `${orderId}|${paymentId}`;

/** Compares in constant time, so that no answer tells how much of a signature was right. */
export function isHmacOf(signature: string, content: string | Uint8Array, secret: string): boolean {
  const [given, expected] = [Buffer.from(signature), Buffer.from(hmacOf(content, secret))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
