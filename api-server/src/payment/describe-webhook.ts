import { RAZORPAY_WEBHOOK_PATH } from './razorpay-webhook.ts';

const text = { type: 'string' };

const event = {
  type: 'object',
  properties: { event: text, payload: { type: 'object' } },
  required: ['event', 'payload'],
};

/** The webhook for the OpenAPI document. What is in an event, Razorpay's own documentation says. */
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
