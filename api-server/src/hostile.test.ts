import { type EndpointName, endpointNames, endpoints } from '@patchwork/api';
import { exampleBodyOf, exampleIds } from '@patchwork/api/examples';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RAZORPAY_WEBHOOK_PATH } from './handlers/razorpay-webhook.ts';
import { hmacOf } from './payment/provider.ts';
import { describeOnOneDatabase } from './testing/databases.ts';
import type { ValidRequest } from './testing/hostile-requests.ts';
import { type HostileTarget, openTarget } from './testing/hostile-target.ts';
import { openRazorpayDouble, type RazorpayDouble } from './testing/razorpay-double.ts';
import { newAccount, signUp } from './testing/shopper.ts';

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

/** Signs up a shopper with the example address and the product in the cart. */
async function createShopper(server: HostileTarget) {
  const shopper = await signUp(server, exampleIds.productId);
  await shopper.call('POST', '/user/addresses', Object(exampleBodyOf('updateAddress')));
  return shopper;
}

/** Opens a checkout. Returns the ids for its calls. */
async function openCheckout({ open }: Awaited<ReturnType<typeof createShopper>>) {
  const { key, payment } = (await open()).data.checkout;
  return { ...exampleIds, key, orderId: String(payment.orderId) };
}

/** Returns a valid request for a call. For the calls of a checkout, the shopper opens one first. */
async function validRequest(server: HostileTarget, name: EndpointName): Promise<ValidRequest> {
  const shopper = await createShopper(server);
  const { account, token } = shopper;
  const isOfCheckout = /:(key|orderId)/.test(endpoints[name].path);
  const params = isOfCheckout ? await openCheckout(shopper) : exampleIds;
  const own: Partial<Record<EndpointName, unknown>> = {
    signup: newAccount(),
    login: account,
  };
  const body = own[name] ?? exampleBodyOf(name);
  return { endpoint: endpoints[name], token, params, query: queries[name] ?? {}, body };
}

/** Webhook, described like an entry of the endpoint table. */
const webhook = {
  method: 'POST',
  path: RAZORPAY_WEBHOOK_PATH,
  access: 'open',
  status: 200,
  body: { encode: (body: unknown) => body, schema: v.unknown() },
  response: v.strictObject({}),
} as const;

describeOnOneDatabase((newDatabase) => {
  let server: HostileTarget;

  describe('calls of the endpoint table', () => {
    beforeAll(async () => {
      server = await openTarget(await newDatabase());
    });
    afterAll(() => server.stop());

    test.each(endpointNames)('%s answers malformed requests clearly', async (name) => {
      expect(await server.findFaults(await validRequest(server, name))).toEqual([]);
    });
  });

  describe('Razorpay’s webhook', () => {
    let bank: RazorpayDouble;

    beforeAll(async () => {
      bank = await openRazorpayDouble();
      const razorpay = { ...bank, apiUrl: bank.url };
      server = await openTarget(await newDatabase(), { razorpay });
    });
    afterAll(async () => {
      await server.stop();
      await bank.stop();
    });

    test('the webhook answers malformed requests clearly, even those with a valid signature', async () => {
      const shopper = await createShopper(server);
      const { orderId } = await openCheckout(shopper);
      const event = bank.webhookOf(bank.pay(orderId).paymentId);
      const sign = (body: Uint8Array) => ['x-razorpay-signature', hmacOf(body, bank.webhookSecret)];
      const valid = { endpoint: webhook, params: {}, query: {}, token: shopper.token, sign };
      expect(await server.findFaults({ ...valid, body: JSON.parse(event.body) })).toEqual([]);
    });
  });
});
