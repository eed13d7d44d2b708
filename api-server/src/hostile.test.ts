import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type EndpointName,
  endpointNames,
  endpoints,
  pathFor,
  type WireOutputOf,
} from '@patchwork/api';
import { exampleBodyOf, exampleIds } from '@patchwork/api/examples';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnEachDatabase, type TestServer } from './testing/databases.ts';
import { type Fingerprint, openFingerprint } from './testing/fingerprint.ts';
import {
  type HostileRequest,
  hostileRequests,
  type ValidRequest,
} from './testing/hostile-requests.ts';
import { type RawAnswer, sendRaw } from './testing/raw-request.ts';
import { refuseUnreadableRequests } from './unreadable-requests.ts';

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

const refusal = v.object({ errors: v.pipe(v.array(v.string()), v.minLength(1)) });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What is wrong with an answer; empty when it is a clear refusal or the success of the table. */
function faultOf(name: EndpointName, { isRefused }: HostileRequest, answer: RawAnswer): string {
  const { status, text } = answer;
  const data = parse(text);
  if (status >= 400 && status < 500) return v.is(refusal, data) ? '' : `no refusal: ${text}`;
  if (isRefused) return `not refused: ${status} ${text}`;
  const { status: success, response } = endpoints[name];
  return status === success && v.is(response, data) ? '' : `${status} ${text}`;
}

const noAnswer = (error: Error): RawAnswer => ({ status: 0, text: error.message });

describeOnEachDatabase((openServer) => {
  let server: TestServer;
  let database: Fingerprint | undefined;
  let listening: Server;
  let port: number;

  beforeAll(async () => {
    server = await openServer();
    const { databaseUrl } = server;
    database = databaseUrl === undefined ? undefined : await openFingerprint(databaseUrl);
    listening = createServer(server.listener);
    refuseUnreadableRequests(listening);
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    ({ port } = listening.address() as AddressInfo);
  });

  afterAll(async () => {
    listening.closeAllConnections();
    await new Promise((resolve) => listening.close(resolve));
    await database?.close();
    await server.stop();
  });

  async function succeed<K extends EndpointName>(
    name: K,
    { params = {}, body, token = '' }: Partial<ValidRequest>,
  ): Promise<WireOutputOf<K>> {
    const { method } = endpoints[name];
    const url = `http://localhost${pathFor(endpoints[name], params)}`;
    const sent = { method, headers: { authorization: token }, body: JSON.stringify(body) ?? null };
    const response = await server.fetch(new Request(url, sent));
    expect(response.status, name).toBe(endpoints[name].status);
    return response.json();
  }

  /** Returns the ids for the calls of the checkout that it opens. */
  async function openCheckout(token: string): Promise<typeof exampleIds> {
    const { product } = await succeed('getProduct', { params: exampleIds });
    const lines = [{ _id: product._id, qty: 1, price: Number(product.price) }];
    const body = { ...Object(exampleBodyOf('openCheckout')), key: crypto.randomUUID(), lines };
    const { checkout } = await succeed('openCheckout', { token, body });
    return { ...exampleIds, key: checkout.key, orderId: checkout.payment.orderId };
  }

  /** A shopper with the example's product in the cart and, for the calls of a checkout, an open one. */
  async function validRequest(name: EndpointName): Promise<ValidRequest> {
    const email = `hostile-${crypto.randomUUID()}@patchwork.example`;
    const account = { name: 'Meera Das', email, password };
    const { encodedToken: token } = await succeed('signup', { body: account });
    await succeed('addToCart', { token, body: exampleBodyOf('addToCart') });
    const isOfCheckout = /:(key|orderId)/.test(endpoints[name].path);
    const params = isOfCheckout ? await openCheckout(token) : exampleIds;
    const valid = { name, token, params, query: queries[name] ?? {} };
    const own: Partial<Record<EndpointName, unknown>> = {
      signup: { ...account, email: `new-${email}` },
      login: { email, password },
    };
    return { ...valid, body: own[name] ?? exampleBodyOf(name) };
  }

  test.each(endpointNames)('%s answers odd requests clearly', async (name) => {
    const valid = await validRequest(name);
    const faults: string[] = [];
    let before = await database?.read();
    for (const request of hostileRequests(valid)) {
      const answer = await sendRaw(port, request).catch(noAnswer);
      const after = await database?.read();
      const changed = answer.status >= 300 && after !== before ? 'refused, but changed rows' : '';
      before = after;
      const fault = changed || faultOf(name, request, answer);
      if (fault) faults.push(`${request.title}: ${fault.slice(0, 200)}`);
    }
    expect(faults).toEqual([]);
  });
});
