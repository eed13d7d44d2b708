import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { answer, refuse } from '../answer.ts';
import { makeOrder } from '../checkout/make-order.ts';
import { checkouts } from '../database/schema.ts';
import { logOf, type RequestEnvironment } from '../log.ts';
import { receiveText } from '../read-body.ts';
import { serverRefusals } from '../refusals.ts';
import type { Services } from '../services.ts';
import { isHmacOf } from './provider.ts';

/** Event of Razorpay: this payment paid this order. */
interface PaidEvent {
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
function readRazorpayEvent(
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
async function record(services: Services, { orderId, paymentId }: PaidEvent): Promise<void> {
  const [row] = await services.db
    .select({ key: checkouts.key })
    .from(checkouts)
    .where(eq(checkouts.providerOrderId, orderId));
  if (row) await makeOrder(services.db, row.key, paymentId);
}

const text = { type: 'string' };

const event = {
  type: 'object',
  properties: { event: text, payload: { type: 'object' } },
  required: ['event', 'payload'],
};

/** The webhook for the OpenAPI document. Razorpay's own documentation describes an event. */
export const webhookPaths = {
  [RAZORPAY_WEBHOOK_PATH]: {
    post: {
      operationId: 'razorpayWebhook',
      summary: 'Receive an event of Razorpay',
      tags: ['webhooks'],
      parameters: [
        {
          name: 'x-razorpay-signature',
          in: 'header',
          required: true,
          schema: text,
          description: 'HMAC-SHA256 of the body with the webhook’s secret, in hexadecimal',
        },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: event } } },
      responses: {
        200: {
          description: 'Success',
          content: { 'application/json': { schema: { type: 'object' } } },
        },
        '4XX': { $ref: '#/components/responses/Refusal' },
        '5XX': { $ref: '#/components/responses/Failure' },
      },
    },
  },
};
