import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Result } from '@patchwork/domain';
import { aProduct } from '@patchwork/domain/testing';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { type Api, type ApiOptions, type CallOutcome, createApi } from './client.ts';
import type { ApiError } from './errors.ts';
import { refusals } from './refusals.ts';
import type { SentCall } from './request.ts';

interface Reply {
  readonly status: number;
  readonly body: string | undefined;
}

interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let seen: Seen[];
let reply: Reply;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body });
      if (reply.body === undefined) return;
      response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body);
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  seen = [];
});

const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

function respond(status: number, body: unknown) {
  reply = { status, body: JSON.stringify(body) };
}

const api = (options: Partial<ApiOptions> = {}): Api =>
  createApi({
    baseUrl: address(),
    getToken: () => 'a.b.c',
    onUnauthorized: () => {},
    ...options,
  });

test('an open call is sent to its path without the token', async () => {
  respond(200, { products: [] });
  expect(await api().listProducts({})).toEqual({ ok: true, value: { products: [] } });
  expect(seen[0]?.line).toBe('GET /api/products');
  expect(seen[0]?.headers.authorization).toBeUndefined();
});

test('a protected call carries the unchanged token', async () => {
  respond(200, { cart: [] });
  await api().getCart({});
  expect(seen[0]?.headers.authorization).toBe('a.b.c');
});

test('a body is JSON in wire format', async () => {
  respond(201, { wishlist: [] });
  await api().addToWishlist({ body: { product: aProduct({ id: 'raincoat', category: 'KIDS' }) } });
  expect(seen[0]?.headers['content-type']).toContain('application/json');
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
    product: { _id: 'raincoat', price: '1500', original_price: '2000', category: 'Kids' },
  });
});

test('an endpoint that a remote defines is called like those of the table', async () => {
  const endpoint = {
    method: 'POST',
    path: '/api/operator/orders/:order',
    access: 'operator',
    query: { encode: (dryRun: boolean) => ({ dryRun: String(dryRun) }) },
    body: { encode: (action: string) => ({ action }) },
    response: v.object({ order: v.string() }),
  } as const;
  const observe = vi.fn(() => () => {});
  const onUnauthorized = vi.fn();
  const client = api({ observe, onUnauthorized });
  respond(200, { order: 'packed' });
  const input = { order: 'PW 1', query: true, body: 'pack' };
  const result = await client.call(endpoint, input, { initiator: 'mfe-backoffice' });
  expectTypeOf(result).toEqualTypeOf<Result<{ order: string }, ApiError>>();
  expect(result).toEqual({ ok: true, value: { order: 'packed' } });
  expect(seen[0]).toMatchObject({
    line: 'POST /api/operator/orders/PW%201?dryRun=true',
    headers: { authorization: 'a.b.c' },
    body: '{"action":"pack"}',
  });
  expect(observe).toHaveBeenCalledWith(
    expect.objectContaining({
      name: 'POST /api/operator/orders/:order',
      initiator: 'mfe-backoffice',
    }),
  );
  respond(200, {});
  expect(await client.call(endpoint, input)).toMatchObject({ error: { kind: 'malformed' } });
  respond(401, {});
  await client.call(endpoint, input);
  expect(onUnauthorized).toHaveBeenCalledOnce();
});

test.each(['{"product":null}', '{}', 'null', '[]', '"text"', '7', '<!doctype html>'])(
  '%s is malformed',
  async (body) => {
    reply = { status: 200, body };
    const result = await api().getProduct({ productId: 'x' });
    expect(result).toMatchObject({ ok: false, error: { kind: 'malformed' } });
  },
);

test('no call is sent before the mock is ready', async () => {
  let start = () => {};
  const ready = new Promise<void>((resolve) => {
    start = resolve;
  });
  respond(200, { products: [] });
  const pending = api({ ready: () => ready }).listProducts({});
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(seen).toEqual([]);
  start();
  expect(await pending).toMatchObject({ ok: true });
});

test('a mock that fails to start is a network failure, and the next call tries again', async () => {
  const starts = [Promise.reject(new Error('chunk not found')), Promise.resolve()];
  const client = api({ ready: async () => starts.shift() });
  expect(await client.listProducts({})).toEqual({
    ok: false,
    error: { kind: 'network', message: 'chunk not found' },
  });
  respond(200, { products: [] });
  expect(await client.listProducts({})).toMatchObject({ ok: true });
});

const getCart = (client: Api) => client.getCart({});
const login = (client: Api) => client.login({ body: { email: 'a@b.example', password: 'x' } });
const { emailUnknown, productUnknown, notInCart, addressUnknown, checkoutUnknown } = refusals;

test.each([
  ['a refused token', refusals.invalidToken, getCart, 1],
  ['a user who no longer exists', emailUnknown, getCart, 1],
  ['a late answer to an earlier token', refusals.invalidToken, getCart, 0, () => `${seen.length}`],
  ['a wrong password', refusals.wrongPassword, login, 0],
  ['an unknown email at the login', emailUnknown, login, 0],
  ['a user who no longer exists, in other words', { ...emailUnknown, text: 'Gone.' }, getCart, 1],
  ['an unknown code', { ...emailUnknown, code: 'future' }, getCart, 0],
  ['no code, and a 404', { ...emailUnknown, code: undefined }, getCart, 0],
  ['no code, and a 401', { ...refusals.invalidToken, code: undefined }, getCart, 1],
  ...[productUnknown, notInCart, addressUnknown, checkoutUnknown].map(
    (refusal) => [refusal.code, refusal, getCart, 0] as const,
  ),
] as const)(
  'a refusal is its call’s result, and only a refused token or user ends the session: %s',
  async (...row) => {
    const [, { status, text, code }, call, times, getToken = () => 'a.b.c'] = row;
    const onUnauthorized = vi.fn();
    respond(status, { errors: [text], code });
    expect(await call(api({ getToken, onUnauthorized }))).toEqual({
      ok: false,
      error: { kind: 'status', status, messages: [text], ...(code && { code }) },
    });
    expect(onUnauthorized).toHaveBeenCalledTimes(times);
  },
);

describe('the observer', () => {
  /** Creates a client with an observer; `reported` fills while it works. */
  function observed(options: Partial<ApiOptions> = {}) {
    const reported: (SentCall | CallOutcome)[] = [];
    const observe: ApiOptions['observe'] = (call) => {
      reported.push(call);
      return (outcome) => reported.push(outcome);
    };
    return { client: api({ observe, ...options }), reported };
  }

  test('a call is reported when it is sent, before the calling function returns', async () => {
    respond(200, {});
    const { client, reported } = observed({ baseUrl: `${address()}/` });
    const body = { quantity: 3 };
    const options = { initiator: 'mfe-catalog' };
    const sent = client.setCartQuantity({ productId: 'a/b', body }, options);
    expect(reported).toEqual([
      {
        name: 'setCartQuantity',
        method: 'POST',
        url: `${address()}/api/user/cart/a%2Fb/quantity`,
        headers: {
          accept: 'application/json, text/plain, */*',
          'content-type': 'application/json',
          authorization: 'a.b.c',
        },
        body,
        initiator: 'mfe-catalog',
      },
    ]);
    await sent;
    expect(seen[0]?.line).toBe('POST /api/user/cart/a%2Fb/quantity');
  });

  test('the response is reported as received, before its schema refuses it', async () => {
    respond(200, { products: 'none' });
    const { client, reported } = observed();
    const result = await client.listProducts({});
    expect(result).toMatchObject({ ok: false, error: { kind: 'malformed' } });
    expect(reported[1]).toEqual({
      kind: 'responded',
      status: 200,
      statusText: 'OK',
      headers: expect.objectContaining({ 'content-type': 'application/json' }),
      data: { products: 'none' },
      duration: expect.any(Number),
    });
  });

  test('an aborted call is reported as failed', async () => {
    reply = { status: 200, body: undefined };
    const { client, reported } = observed();
    const controller = new AbortController();
    const pending = client.listProducts({}, { signal: controller.signal });
    await expect.poll(() => seen.length).toBe(1);
    controller.abort();
    expect(await pending).toMatchObject({ ok: false, error: { kind: 'aborted' } });
    expect(reported[1]).toMatchObject({ kind: 'failed', message: 'Request aborted' });
  });

  const never = () => new Promise<void>(() => {});

  test.each([
    ['timeout', { ready: never, timeoutMs: 30 }, 'timeout of 30ms exceeded'],
    ['network', { baseUrl: 'http://127.0.0.1:1' }, 'Network Error'],
  ])('a call that ends with %s is reported as failed', async (kind, options, message) => {
    const { client, reported } = observed(options);
    expect(await client.listProducts({})).toEqual({ ok: false, error: { kind, message } });
    expect(reported).toHaveLength(2);
    expect(reported[1]).toMatchObject({ kind: 'failed', message });
  });
});
