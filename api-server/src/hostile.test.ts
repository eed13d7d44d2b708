import {
  type EndpointName,
  endpointNames,
  endpoints,
  pathFor,
  type WireOutputOf,
} from '@patchwork/api';
import { exampleBodyOf, exampleIds } from '@patchwork/api/examples';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hmacOf } from './payment/provider.ts';
import { openRazorpayDouble, type RazorpayDouble } from './payment/razorpay-double.ts';
import { RAZORPAY_WEBHOOK_PATH } from './payment/razorpay-webhook.ts';
import { describeOnOneDatabase } from './testing/databases.ts';
import type { ValidRequest } from './testing/hostile-requests.ts';
import { type HostileTarget, openTarget } from './testing/hostile-target.ts';

const password = 'thread-and-needle';
const queries: Partial<Record<EndpointName, Readonly<Record<string, string>>>> = {
  queryProducts: {
    search: 'shirt',
    categories: 'MEN,KIDS',
    sizes: 'M',
    minRating: '3',
    maxPrice: '3000',
    sort: 'LOWTOHIGH',
    limit: '5',
    cursor: '',
  },
};

async function succeed<K extends EndpointName>(
  { fetch }: HostileTarget,
  name: K,
  { params = {}, body, token = '' }: Partial<ValidRequest>,
): Promise<WireOutputOf<K>> {
  const { method } = endpoints[name];
  const url = `http://localhost${pathFor(endpoints[name], params)}`;
  const headers = { authorization: token, 'content-type': 'application/json' };
  const sent = { method, headers, body: JSON.stringify(body) ?? null };
  const response = await fetch(new Request(url, sent));
  expect(response.status, name).toBe(endpoints[name].status);
  return response.json();
}

/** A shopper with the example's address, and its product in the cart. */
async function createShopper(server: HostileTarget) {
  const email = `hostile-${crypto.randomUUID()}@patchwork.example`;
  const account = { name: 'Meera Das', email, password };
  const { encodedToken: token } = await succeed(server, 'signup', { body: account });
  await succeed(server, 'addAddress', { token, body: exampleBodyOf('updateAddress') });
  await succeed(server, 'addToCart', { token, body: exampleBodyOf('addToCart') });
  return { account, token };
}

/** Returns the ids for the calls of the checkout that it opens. */
async function openCheckout(server: HostileTarget, token: string): Promise<typeof exampleIds> {
  const { product } = await succeed(server, 'getProduct', { params: exampleIds });
  const lines = [{ _id: product._id, qty: 1, price: Number(product.price) }];
  const body = { ...Object(exampleBodyOf('openCheckout')), key: crypto.randomUUID(), lines };
  const { address } = Object(exampleBodyOf('addAddress'));
  const home = { address: { ...address, _id: body.addressId } };
  await succeed(server, 'addAddress', { token, body: home });
  const { checkout } = await succeed(server, 'openCheckout', { token, body });
  return { ...exampleIds, key: checkout.key, orderId: checkout.payment.orderId };
}

/** For the calls of a checkout, the shopper has opened one. */
async function validRequest(server: HostileTarget, name: EndpointName): Promise<ValidRequest> {
  const { account, token } = await createShopper(server);
  const { email } = account;
  const isOfCheckout = /:(key|orderId)/.test(endpoints[name].path);
  const params = isOfCheckout ? await openCheckout(server, token) : exampleIds;
  const own: Partial<Record<EndpointName, unknown>> = {
    signup: { ...account, email: `new-${email}` },
    login: { email, password },
  };
  const body = own[name] ?? exampleBodyOf(name);
  return { endpoint: endpoints[name], token, params, query: queries[name] ?? {}, body };
}

/** The webhook, as an entry of the table would describe it. */
const webhook = {
  method: 'POST',
  path: RAZORPAY_WEBHOOK_PATH,
  access: 'open',
  status: 200,
  body: { encode: (body: unknown) => body, schema: v.unknown() },
  response: v.strictObject({}),
} as const;

describeOnOneDatabase((openServer) => {
  let server: HostileTarget;

  describe('the calls of the table', () => {
    beforeAll(async () => {
      server = await openTarget(await openServer());
    });
    afterAll(() => server.stop());

    test.each(endpointNames)('%s answers odd requests clearly', async (name) => {
      expect(await server.findFaults(await validRequest(server, name))).toEqual([]);
    });
  });

  describe('the webhook of Razorpay', () => {
    let bank: RazorpayDouble;

    beforeAll(async () => {
      bank = await openRazorpayDouble();
      server = await openTarget(await openServer({ razorpay: { ...bank, apiUrl: bank.url } }));
    });
    afterAll(async () => {
      await server.stop();
      await bank.stop();
    });

    test('it answers odd requests clearly, those with a right signature as well', async () => {
      const { token } = await createShopper(server);
      const { orderId } = await openCheckout(server, token);
      const event = bank.webhookOf(bank.pay(orderId).paymentId);
      const sign = (body: Uint8Array) => ['x-razorpay-signature', hmacOf(body, bank.webhookSecret)];
      const valid = { endpoint: webhook, params: {}, query: {}, token, sign };
      expect(await server.findFaults({ ...valid, body: JSON.parse(event.body) })).toEqual([]);
    });
  });
});
