import { randomUUID } from 'node:crypto';
import type { WireCheckout, WireOrder } from '@patchwork/api/wire';
import { encodeAddress } from '@patchwork/api/wire';
import { anAddress } from '@patchwork/domain/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { giveBackPayments } from '../checkout/sweep.ts';
import { type ApiServer, createApiServer } from '../create-api-server.ts';
import { openDatabase } from '../database/open.ts';
import { createServices, type Services } from '../services.ts';
import { testSettings } from '../testing/server.ts';
import { createRazorpay } from './razorpay.ts';
import { openRazorpayDouble, type RazorpayDouble, type Webhook } from './razorpay-double.ts';
import { RAZORPAY_WEBHOOK_PATH } from './razorpay-webhook.ts';

let bank: RazorpayDouble;
let server: ApiServer;
/** Services that the sweep is called with. */
let services: Services;

const STOCK = 5;

beforeAll(async () => {
  bank = await openRazorpayDouble();
  const log = pino({ level: 'silent' });
  const settings = {
    ...testSettings,
    sampleStock: STOCK,
    razorpay: { ...bank, apiUrl: bank.url },
  };
  const database = await openDatabase(settings.database);
  server = await createApiServer(settings, { log, database });
  services = await createServices(database.db, settings, log);
});
beforeEach(() => bank.failWith(undefined));
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

/** A shopper with some pieces of a product in the cart. */
async function createShopper(productId: string, pieces = 1) {
  const email = `${randomUUID()}@patchwork.example`;
  const signup = { name: 'Meera Das', email, password: 'loom and thread' };
  const { data } = await call('POST', '/api/auth/signup', signup);
  const token = String(data.encodedToken);
  const ask = (method: string, path: string, body?: object) => call(method, path, body, token);
  await ask('POST', '/api/user/addresses', { address: encodeAddress(anAddress) });
  await ask('POST', '/api/user/cart', { product: { _id: productId } });
  for (let more = 1; more < pieces; more += 1) {
    await ask('POST', `/api/user/cart/${productId}`, { action: { type: 'increment' } });
  }
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

const [shirt, overshirt, dress] = [
  'ajrakh-camp-collar-shirt',
  'indigo-selvedge-overshirt',
  'block-print-wrap-dress',
] as const;

test('a payment whose confirmation never came becomes its order, once', async () => {
  const shopper = await createShopper(shirt);
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
  const shopper = await createShopper(shirt);
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

test('a payment after a cancellation becomes an order while the pieces are free', async () => {
  const shopper = await createShopper(overshirt);
  const { key, payment } = await shopper.open();
  await shopper.ask('DELETE', `/api/user/checkouts/${key}`);
  await deliver(bank.webhookOf(bank.pay(payment.orderId).paymentId));
  expect((await shopper.orders()).map(({ _id }) => _id)).toEqual([key]);
});

test('a payment after a cancellation goes back when the pieces were sold, and stays back', async () => {
  const late = await createShopper(dress);
  const checkout = await late.open();
  await late.ask('DELETE', `/api/user/checkouts/${checkout.key}`);
  const quick = await createShopper(dress, STOCK);
  const { key } = await quick.open();
  const { paymentId } = bank.pay(checkout.payment.orderId);
  const webhook = bank.webhookOf(paymentId);

  await deliver(webhook);
  expect(bank.refunds().get(paymentId)).toBeUndefined();
  await giveBackPayments(services);
  expect(bank.refunds().get(paymentId)).toBe(checkout.total * 100);

  await quick.ask('DELETE', `/api/user/checkouts/${key}`);
  await deliver(webhook);
  await giveBackPayments(services);
  expect(await late.orders()).toEqual([]);
  expect(bank.refunds().get(paymentId)).toBe(checkout.total * 100);
});

test('a provider that does not answer is said so, and nothing is held', async () => {
  const shopper = await createShopper(shirt);
  bank.failWith(500);
  const cart = (await shopper.ask('GET', '/api/user/cart')).data.cart as WireCheckout['lines'];
  const lines = cart.map(({ _id, qty, price }) => ({ _id, qty, price: Number(price) }));
  const request = { key: randomUUID(), addressId: anAddress.id, lines };
  const failed = await shopper.ask('POST', '/api/user/checkouts', request);
  expect(failed.status).toBe(503);
  expect(failed.data.errors).toEqual([expect.stringContaining('payment provider')]);
  bank.failWith(undefined);
  expect((await shopper.ask('POST', '/api/user/checkouts', request)).status).toBe(201);
});
