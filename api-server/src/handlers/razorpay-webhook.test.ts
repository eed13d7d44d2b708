import type { WireCheckout } from '@patchwork/api/wire';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import { createRazorpay } from '../payment/razorpay.ts';
import {
  openRazorpayDouble,
  type RazorpayDouble,
  type Webhook,
} from '../testing/razorpay-double.ts';
import { openTestServer } from '../testing/server.ts';
import { connect, signUp } from '../testing/shopper.ts';
import { RAZORPAY_WEBHOOK_PATH } from './razorpay-webhook.ts';

let bank: RazorpayDouble;
let server: ApiServer;

beforeAll(async () => {
  bank = await openRazorpayDouble();
  server = await openTestServer({ razorpay: { ...bank, apiUrl: bank.url } });
});
afterAll(async () => {
  await server.stop();
  await bank.stop();
});

const deliver = ({ body, headers }: Webhook): Promise<Response> =>
  server.fetch(
    new Request(`http://localhost${RAZORPAY_WEBHOOK_PATH}`, { method: 'POST', headers, body }),
  );

async function openCheckout() {
  const shopper = await signUp(server, 'ajrakh-camp-collar-shirt');
  const { status, data } = await shopper.open();
  expect(status).toBe(201);
  return { ...shopper, checkout: data.checkout as WireCheckout };
}

test.each([
  ['payment.captured', 'order.paid'],
  ['order.paid', 'payment.captured'],
])(
  'a payment whose confirmation was lost creates its order once: %s, then %s',
  async (...events) => {
    const { checkout, confirm, orders } = await openCheckout();
    const { paymentId, signature } = bank.pay(checkout.payment.orderId);
    for (const event of events) {
      const webhook = bank.webhookOf(paymentId, event);
      for (const copy of [webhook, webhook]) expect((await deliver(copy)).status).toBe(200);
      expect(await orders()).toMatchObject([{ _id: checkout.key, paymentReference: paymentId }]);
    }
    const confirmation = await confirm(checkout.key, { paymentId, signature });
    expect(confirmation.status).toBe(201);
    expect(await orders()).toEqual([confirmation.data.order]);
  },
);

test('a UPI payment that is approved minutes later creates its order then; one that fails creates none', async () => {
  for (const [end, count] of [['captured', 1] as const, ['failed', 0] as const]) {
    const { checkout, orders } = await openCheckout();
    const { paymentId } = bank.pay(checkout.payment.orderId, 'created');
    expect((await deliver(bank.webhookOf(paymentId, 'payment.pending'))).status).toBe(200);
    expect(await orders()).toEqual([]);
    bank.settle(paymentId, end);
    expect((await deliver(bank.webhookOf(paymentId, `payment.${end}`))).status).toBe(200);
    expect(await orders()).toHaveLength(count);
  }
});

test('an unsigned webhook and one about another event change nothing', async () => {
  const { checkout, orders } = await openCheckout();
  const { paymentId } = bank.pay(checkout.payment.orderId);
  const { body, headers } = bank.webhookOf(paymentId);
  for (const forged of [
    { body, headers: { ...headers, 'x-razorpay-signature': 'x' } },
    { body, headers: { ...headers, 'x-razorpay-signature': '' } },
    { body: `${body} `, headers },
  ]) {
    const response = await deliver(forged);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      errors: ['The signature is invalid.'],
      code: 'forgedWebhook',
    });
  }
  expect((await deliver(bank.webhookOf(paymentId, 'payment.failed'))).status).toBe(200);
  expect(await orders()).toEqual([]);
});

test('the OpenAPI document describes the webhook', async () => {
  const { status, data } = await connect(server)('GET', '/openapi.json');
  expect(status).toBe(200);
  expect(await new Validator().validate(structuredClone(data))).toEqual({ valid: true });
  expect(data.paths).toHaveProperty([RAZORPAY_WEBHOOK_PATH, 'post', 'parameters', 0, 'name']);
});

test('an order that another system made is accepted and ignored', async () => {
  const other = createRazorpay({ ...bank, apiUrl: bank.url });
  const { paymentId } = bank.pay(
    await other.createOrder({ key: 'another shop', amountPaise: 100 }),
  );
  expect((await deliver(bank.webhookOf(paymentId))).status).toBe(200);
  expect(bank.refunded(paymentId)).toBe(0);
});
