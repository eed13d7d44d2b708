import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import { answer, refuse } from '../answer.ts';
import { makeOrder } from '../checkout/make-order.ts';
import { checkouts } from '../database/schema.ts';
import { receiveText } from '../read-body.ts';
import { serverRefusals } from '../refusals.ts';
import { logOf, type RequestEnvironment } from '../request-log.ts';
import type { Services } from '../services.ts';
import { readRazorpayEvent } from './razorpay-event.ts';

export const RAZORPAY_WEBHOOK_PATH = '/api/webhooks/razorpay';

/**
 * Receives what Razorpay reports. It sends an event again until it is answered with 200, more than once
 * and in any order: recording a payment again changes nothing.
 */
export function razorpayWebhook(
  app: Hono<RequestEnvironment>,
  services: Services,
  webhookSecret: string,
): void {
  app.post(RAZORPAY_WEBHOOK_PATH, async (context) => {
    context.set('endpoint', 'razorpayWebhook');
    const body = await receiveText(context.req.raw);
    if (!body.ok) return refuse(context, body.error);
    const signature = context.req.header('x-razorpay-signature') ?? '';
    const event = readRazorpayEvent(body.value, signature, webhookSecret);
    if (event === 'forged') {
      logOf(context).warn('A webhook was refused: its signature is not Razorpay’s');
      return refuse(context, serverRefusals.forgedWebhook);
    }
    if (event !== 'other') await record(services, event);
    return answer(context, {});
  });
}

/** The order of another system with the same account is none of ours. */
async function record(
  services: Services,
  { orderId, paymentId }: { readonly orderId: string; readonly paymentId: string },
): Promise<void> {
  const [row] = await services.db
    .select({ key: checkouts.key })
    .from(checkouts)
    .where(eq(checkouts.providerOrderId, orderId));
  if (row) await makeOrder(services.db, row.key, paymentId);
}
