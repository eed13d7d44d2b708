import { randomUUID } from 'node:crypto';
import type { WireCheckout, WireOrder } from '@patchwork/api/wire';
import { encodeAddress } from '@patchwork/api/wire';
import { anAddress } from '@patchwork/domain/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import { openTestServer } from '../testing/server.ts';
import { createRazorpay } from './razorpay.ts';
import { openRazorpayDouble, type RazorpayDouble, type Webhook } from './razorpay-double.ts';
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

interface Answer {
  readonly status: number;
  readonly data: Record<string, unknown>;
}

async function call(method: string, path: string, body?: object, token = ''): Promise<Answer> {
  const response = await server.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': 'application/json', authorization: token },
      ...(body && { body: JSON.stringify(body) }),
    }),
  );
  return { status: response.status, data: await response.json() };
}

const deliver = ({ body, headers }: Webhook): Promise<Response> =>
  server.fetch(
    new Request(`http://localhost${RAZORPAY_WEBHOOK_PATH}`, { method: 'POST', headers, body }),
  );

/** A shopper with a shirt in the cart. */
async function createShopper() {
  const email = `${randomUUID()}@patchwork.example`;
  const signup = { name: 'Meera Das', email, password: 'loom and thread' };
  const { data } = await call('POST', '/api/auth/signup', signup);
  const token = String(data.encodedToken);
  const ask = (method: string, path: string, body?: object) => call(method, path, body, token);
  await ask('POST', '/api/user/addresses', { address: encodeAddress(anAddress) });
  await ask('POST', '/api/user/cart', { product: { _id: 'ajrakh-camp-collar-shirt' } });
  async function open(): Promise<WireCheckout> {
    const cart = (await ask('GET', '/api/user/cart')).data.cart as WireCheckout['lines'];
    const lines = cart.map(({ _id, qty, price }) => ({ _id, qty, price: Number(price) }));
    const opened = await ask('POST', '/api/user/checkouts', {
      ...{ key: randomUUID(), addressId: anAddress.id, lines },
    });
    expect(opened.status).toBe(201);
    return opened.data.checkout as WireCheckout;
  }
  const orders = async () => (await ask('GET', '/api/user/orders')).data.orders as WireOrder[];
  return { ask, open, orders };
}

test('a payment whose confirmation never came becomes its order, once', async () => {
  const shopper = await createShopper();
  const checkout = await shopper.open();
  const { paymentId, signature } = bank.pay(checkout.payment.orderId);
  const webhook = bank.webhookOf(paymentId);
  for (const copy of [webhook, webhook, bank.webhookOf(paymentId, 'order.paid')]) {
    expect((await deliver(copy)).status).toBe(200);
  }
  const confirmation = await shopper.ask(
    ...(['POST', `/api/user/checkouts/${checkout.key}/confirmation`] as const),
    { paymentId, signature },
  );
  expect(confirmation.status).toBe(201);
  expect(await shopper.orders()).toEqual([confirmation.data.order]);
  expect(confirmation.data.order).toMatchObject({ _id: checkout.key, paymentReference: paymentId });
});

test('a webhook that Razorpay did not sign changes nothing', async () => {
  const shopper = await createShopper();
  const { payment } = await shopper.open();
  const { body, headers } = bank.webhookOf(bank.pay(payment.orderId).paymentId);
  const forged = { body, headers: { ...headers, 'x-razorpay-signature': 'x' } };
  const response = await deliver(forged);
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ errors: ['The signature is wrong.'] });
  expect(await shopper.orders()).toEqual([]);
});

test('the document of the API describes the webhook', async () => {
  const { status, data } = await call('GET', '/api/openapi.json');
  expect(status).toBe(200);
  expect(await new Validator().validate(structuredClone(data))).toEqual({ valid: true });
  expect(data.paths).toHaveProperty([RAZORPAY_WEBHOOK_PATH, 'post', 'parameters', 0, 'name']);
});

test('an order that is not this shop’s is accepted and left alone', async () => {
  const other = createRazorpay({ ...bank, apiUrl: bank.url });
  const { paymentId } = bank.pay(
    await other.createOrder({ key: 'another shop', amountPaise: 100 }),
  );
  expect((await deliver(bank.webhookOf(paymentId))).status).toBe(200);
  expect(bank.refunds().has(paymentId)).toBe(false);
});
