import { formatRupees, type QuoteNotice } from '@patchwork/shop/domain';
import type { PaymentOutcome } from '../../payment/provider.ts';

type Unpaid = Exclude<PaymentOutcome, { kind: 'paid' }>;

/** A bank's message, ended with a full stop. */
const sentence = (words: string): string => (/[.!?]$/.test(words) ? words : `${words}.`);

/** Says why the payment did not succeed, and that nothing was ordered. */
export function explainOutcome(outcome: Unpaid): string {
  if (outcome.kind === 'dismissed') {
    return 'The payment was closed before it was made. Nothing was ordered; your cart is as it was.';
  }
  if (outcome.kind === 'declined') {
    return `The payment was declined: ${sentence(outcome.reason)} Nothing was ordered; you can try again.`;
  }
  return outcome.reason;
}

/** Says in one sentence how a product differs between cart and catalogue. */
export function explainNotice(notice: QuoteNotice): string {
  if (notice.kind === 'removed') return `${notice.title} is no longer sold.`;
  if (notice.kind === 'outOfStock') return `${notice.title} is out of stock.`;
  const [from, to] = [formatRupees(notice.from), formatRupees(notice.to)];
  return `The price of ${notice.title} has changed from ${from} to ${to}.`;
}

export const messages = {
  unchecked: 'The prices could not be checked, so nothing was charged. Please try again.',
  unsellable:
    'Something in your cart can’t be bought. Take it out of the cart, then place the order.',
  unknown: 'How the payment ended is not known.',
  pending: 'A payment is still open. Settle it above, then place the order.',
} as const;

export const explainChange = (total: number): string =>
  `Your order has changed since you saw it. Its total is now ${formatRupees(total)}: look at it again, then place the order.`;
