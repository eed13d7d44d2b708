import * as v from 'valibot';
import { isHmacOf } from './signature.ts';

/** What Razorpay reports: this payment paid this order. */
export interface PaidEvent {
  readonly orderId: string;
  readonly paymentId: string;
}

/** 'pay_29QQoUBi66xm2f', 'order_9A33XWu170gUtm'. No other text is passed on to the database. */
const id = v.pipe(v.string(), v.regex(/^\w{1,100}$/));

const paidSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    event: v.picklist(['payment.captured', 'order.paid']),
    payload: v.object({
      payment: v.object({ entity: v.object({ id, order_id: id }) }),
    }),
  }),
);

/**
 * Reads a webhook's body. `forged`: the signature is not Razorpay's. `other`: an event that changes
 * no order here, such as a failed payment, which the shopper may still follow with another one.
 */
export function readRazorpayEvent(
  body: string,
  signature: string,
  webhookSecret: string,
): PaidEvent | 'forged' | 'other' {
  if (!isHmacOf(signature, body, webhookSecret)) return 'forged';
  const parsed = v.safeParse(paidSchema, body);
  if (!parsed.success) return 'other';
  const { id: paymentId, order_id: orderId } = parsed.output.payload.payment.entity;
  return { orderId, paymentId };
}
