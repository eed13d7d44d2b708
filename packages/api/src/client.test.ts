import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Product } from '@patchwork/domain';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Api, type ApiOptions, type CallOutcome, createApi } from './client.ts';
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

const raincoat: Product = {
  id: 'puddle-raincoat',
  title: 'Puddle Raincoat',
  image: '/images/puddle-raincoat.svg',
  description: 'Rain.',
  category: 'KIDS',
  size: 'M',
  price: 999,
  originalPrice: 1299,
  rating: 2.8,
  reviews: '143',
  inStock: false,
  deliveryDays: 3,
  trending: false,
};

test('an open call goes to its path without the token', async () => {
  respond(200, { products: [] });
  expect(await api().listProducts({})).toEqual({ ok: true, value: { products: [] } });
  expect(seen[0]?.line).toBe('GET /api/products');
  expect(seen[0]?.headers.authorization).toBeUndefined();
  expect(seen[0]?.headers.accept).toBe('application/json, text/plain, */*');
});

test('a protected call carries the token as it is', async () => {
  respond(200, { cart: [] });
  await api().getCart({});
  expect(seen[0]?.headers.authorization).toBe('a.b.c');
});

test('a body is JSON in the wire’s format', async () => {
  respond(201, { wishlist: [] });
  await api().addToWishlist({ body: { product: raincoat } });
  expect(seen[0]?.headers['content-type']).toContain('application/json');
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
    product: { _id: 'puddle-raincoat', price: '999', original_price: '1299', category: 'Kids' },
  });
});

test('a slash at the end of the base URL does no harm', async () => {
  respond(200, { cart: [] });
  await api({ baseUrl: `${address()}/` }).removeFromCart({ productId: 'a/b' });
  expect(seen[0]?.line).toBe('DELETE /api/user/cart/a%2Fb');
});

test('a refusal is a value with the status and the messages of the server', async () => {
  respond(422, { errors: ['Unprocessable Entity. Email Already Exists.'] });
  const result = await api().signup({ body: { email: 'a@b.example', password: 'x' } });
  expect(result).toEqual({
    ok: false,
    error: {
      kind: 'status',
      status: 422,
      messages: ['Unprocessable Entity. Email Already Exists.'],
    },
  });
});

test.each([[{ product: null }], [{}], [null], [[]], ['text'], [7]])(
  '%j is malformed',
  async (body) => {
    respond(200, body);
    const result = await api().getProduct({ productId: 'x' });
    expect(result).toMatchObject({ ok: false, error: { kind: 'malformed' } });
  },
);

test('a response that is no JSON is malformed', async () => {
  reply = { status: 200, body: '<!doctype html>' };
  const result = await api().listProducts({});
  expect(result).toMatchObject({ ok: false, error: { kind: 'malformed' } });
});

test('a 401 of a protected call is reported, and is still the result', async () => {
  let count = 0;
  respond(401, { errors: ['no'] });
  const result = await api({ onUnauthorized: () => count++ }).getCart({});
  expect(result).toMatchObject({ ok: false, error: { kind: 'status', status: 401 } });
  expect(count).toBe(1);
});

test('a 401 of the login is not reported', async () => {
  let count = 0;
  respond(401, { errors: ['no'] });
  await api({ onUnauthorized: () => count++ }).login({ body: { email: 'a', password: 'b' } });
  expect(count).toBe(0);
});

test('a late 401 for an earlier token leaves the new session alone', async () => {
  let count = 0;
  respond(401, { errors: ['no'] });
  const getToken = () => (seen.length === 0 ? 'old' : 'new');
  await api({ getToken, onUnauthorized: () => count++ }).getCart({});
  expect(seen[0]?.headers.authorization).toBe('old');
  expect(count).toBe(0);
});

test('no call leaves before the mock is ready', async () => {
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

test('a mock that does not start is a network failure, and the next call tries again', async () => {
  const starts = [Promise.reject(new Error('chunk not found')), Promise.resolve()];
  const client = api({ ready: async () => starts.shift() });
  expect(await client.listProducts({})).toEqual({
    ok: false,
    error: { kind: 'network', message: 'chunk not found' },
  });
  respond(200, { products: [] });
  expect(await client.listProducts({})).toMatchObject({ ok: true });
});

/** Answers a call with a 404, and counts how often the session was ended. */
async function refuse(text: string, call: (client: Api) => Promise<unknown>): Promise<number> {
  let ended = 0;
  respond(404, { errors: [text] });
  expect(await call(api({ onUnauthorized: () => ended++ }))).toEqual({
    ok: false,
    error: { kind: 'status', status: 404, messages: [text] },
  });
  return ended;
}

const emailUnknown = 'The email you entered is not Registered. Not Found error';

test('a protected call of a user who no longer exists ends the session', async () => {
  expect(await refuse(emailUnknown, (client) => client.getCart({}))).toBe(1);
});

test.each([
  'The product was not found. Not Found error',
  'The product is not in the cart. Not Found error',
  'The address was not found. Not Found error',
  'The payment was not found. Not Found error',
])('a 404 that says “%s” leaves the session', async (text) => {
  expect(await refuse(text, (client) => client.getCart({}))).toBe(0);
});

test('login says that an email is unknown, and ends no session', async () => {
  const body = { email: 'a@b.example', password: 'x' };
  expect(await refuse(emailUnknown, (client) => client.login({ body }))).toBe(0);
});

describe('the observer', () => {
  /** A client with an observer; `reported` fills while it works. */
  function observed(options: Partial<ApiOptions> = {}) {
    const reported: (SentCall | CallOutcome)[] = [];
    const observe: ApiOptions['observe'] = (call) => {
      reported.push(call);
      return (outcome) => reported.push(outcome);
    };
    return { client: api({ observe, ...options }), reported };
  }

  const lost = { baseUrl: 'http://127.0.0.1:1' };

  test('a call is reported before the function that makes it returns', async () => {
    respond(200, {});
    const { client, reported } = observed();
    const sent = client.login({ body: { email: 'a@b.example', password: 'x' } });
    expect(reported).toEqual([
      {
        name: 'login',
        method: 'POST',
        url: `${address()}/api/auth/login`,
        headers: {
          accept: 'application/json, text/plain, */*',
          'content-type': 'application/json',
        },
        body: { email: 'a@b.example', password: 'x' },
      },
    ]);
    await sent;
  });

  test('the initiator of a call that waited is reported with it', async () => {
    respond(200, {});
    const { client, reported } = observed();
    const sent = client.getCart({}, { initiator: 'mfe-catalog' });
    expect(reported).toMatchObject([{ name: 'getCart', initiator: 'mfe-catalog' }]);
    await sent;
  });

  test('the ids are in the address, and the token is among the headers', async () => {
    respond(200, {});
    const { client, reported } = observed({ baseUrl: `${address()}/` });
    const sent = client.removeFromCart({ productId: 'a/b' });
    expect(reported[0]).toMatchObject({
      url: `${address()}/api/user/cart/a%2Fb`,
      headers: { authorization: 'a.b.c' },
      body: undefined,
    });
    await sent;
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

  test.each([
    [
      'times out',
      { ready: () => new Promise<void>(() => {}), timeoutMs: 30 },
      'timeout of 30ms exceeded',
    ],
    ['reaches no server', lost, 'Network Error'],
  ])('a call that %s is reported as failed', async (_, options, message) => {
    const { client, reported } = observed(options);
    const result = await client.listProducts({});
    const kind = options === lost ? 'network' : 'timeout';
    expect(result).toEqual({ ok: false, error: { kind, message } });
    expect(reported).toHaveLength(2);
    expect(reported[1]).toMatchObject({ kind: 'failed', message });
  });
});
