import { eq } from 'drizzle-orm';
import type { Hono } from 'hono';
import * as v from 'valibot';
import { makeOrder } from '../checkout/make-order.ts';
import { checkouts } from '../database/schema.ts';
import { answer, refuse } from '../http/answer.ts';
import { receiveText } from '../http/read-body.ts';
import { serverRefusals } from '../http/refusals.ts';
import { isHmacOf } from '../payment/provider.ts';
import { logOf, type RequestEnvironment } from '../telemetry/log.ts';
import type { Services } from './services.ts';

/** Razorpay id, such as 'pay_29QQoUBi66xm2f' or 'order_9A33XWu170gUtm'. No other text reaches the database. */
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

type Paid = v.InferOutput<typeof paidSchema>['payload']['payment']['entity'];

export const RAZORPAY_WEBHOOK_PATH = '/api/webhooks/razorpay';

/**
 * Adds the route for Razorpay's events. Razorpay repeats an event until it is answered with 200, so events may arrive
 * twice and in any order. Recording a payment is idempotent.
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
    if (!isHmacOf(signature, body.value, webhookSecret)) {
      logOf(context).warn('A webhook was refused: its signature is not Razorpay’s');
      return refuse(context, serverRefusals.forgedWebhook);
    }
    const paid = v.safeParse(paidSchema, body.value);
    // Other events, such as a failed payment, change no order: the shopper can still try again.
    if (paid.success) await record(services, paid.output.payload.payment.entity);
    return answer(context, {});
  });
}

/** Records a payment. Ignores orders that another system made with the same account. */
async function record(services: Services, { id: paymentId, order_id: orderId }: Paid) {
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

/** OpenAPI description of the webhook. Razorpay's documentation describes the events. */
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
