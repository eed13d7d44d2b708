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

test('a mock that never starts is a timeout', async () => {
  const ready = () => new Promise<void>(() => {});
  const result = await api({ ready, timeoutMs: 30 }).listProducts({});
  expect(result).toMatchObject({ ok: false, error: { kind: 'timeout' } });
});

test('a server that cannot be reached is a network failure', async () => {
  const result = await api({ baseUrl: 'http://127.0.0.1:1' }).listProducts({});
  expect(result).toMatchObject({ ok: false, error: { kind: 'network' } });
});

test('an aborted call says so', async () => {
  reply = { status: 200, body: undefined };
  const controller = new AbortController();
  const pending = api().listProducts({}, { signal: controller.signal });
  await expect.poll(() => seen.length).toBe(1);
  controller.abort();
  expect(await pending).toMatchObject({ ok: false, error: { kind: 'aborted' } });
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
  /** Responds to every path with a body that no schema takes; to '/silent/…' never. */
  let server: Server;
  let address: string;

  beforeAll(async () => {
    server = createServer(({ url }, response) => {
      if (url?.startsWith('/silent')) return;
      response.writeHead(200, 'Fine', { 'content-type': 'application/json', 'x-seen': 'yes' });
      response.end('{"products":"none"}');
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** A client with an observer; `reported` fills while it works. */
  function observed(baseUrl: string, timeout = 5000) {
    const reported: (SentCall | CallOutcome)[] = [];
    const api = createApi({
      baseUrl,
      timeoutMs: timeout,
      getToken: () => 'a.b.c',
      onUnauthorized: () => {},
      observe(call) {
        reported.push(call);
        return (outcome) => reported.push(outcome);
      },
    });
    return { api, reported };
  }

  test('a call is reported before the function that makes it returns', () => {
    const { api, reported } = observed(address);
    void api.login({ body: { email: 'a@b.example', password: 'x' } });
    expect(reported).toEqual([
      {
        name: 'login',
        method: 'POST',
        url: `${address}/api/auth/login`,
        headers: {
          accept: 'application/json, text/plain, */*',
          'content-type': 'application/json',
        },
        body: { email: 'a@b.example', password: 'x' },
      },
    ]);
  });

  test('the initiator of a call that waited is reported with it', () => {
    const { api, reported } = observed(address);
    void api.getCart({}, { initiator: 'mfe-catalog' });
    expect(reported).toMatchObject([{ name: 'getCart', initiator: 'mfe-catalog' }]);
  });

  test('the ids are in the address, and the token is among the headers', () => {
    const { api, reported } = observed(`${address}/`);
    void api.removeFromCart({ productId: 'a/b' });
    expect(reported[0]).toMatchObject({
      url: `${address}/api/user/cart/a%2Fb`,
      headers: { authorization: 'a.b.c' },
      body: undefined,
    });
  });

  test('the response is reported as received, before its schema refuses it', async () => {
    const { api, reported } = observed(address);
    const result = await api.listProducts({});
    expect(result).toMatchObject({ ok: false, error: { kind: 'malformed' } });
    expect(reported[1]).toEqual({
      kind: 'responded',
      status: 200,
      statusText: 'Fine',
      headers: expect.objectContaining({ 'x-seen': 'yes' }),
      data: { products: 'none' },
      duration: expect.any(Number),
    });
  });

  test('an aborted call is reported as failed', async () => {
    const { api, reported } = observed(`${address}/silent`);
    const controller = new AbortController();
    const pending = api.listProducts({}, { signal: controller.signal });
    controller.abort();
    await pending;
    expect(reported[1]).toMatchObject({ kind: 'failed', message: 'Request aborted' });
  });

  test('a call that times out is reported as failed', async () => {
    const { api, reported } = observed(`${address}/silent`, 30);
    await api.listProducts({});
    expect(reported[1]).toMatchObject({ kind: 'failed', message: 'timeout of 30ms exceeded' });
  });

  test('a server that cannot be reached is reported as a network error', async () => {
    const { api, reported } = observed('http://127.0.0.1:1');
    const result = await api.listProducts({});
    expect(result).toEqual({ ok: false, error: { kind: 'network', message: 'Network Error' } });
    expect(reported).toHaveLength(2);
    expect(reported[1]).toMatchObject({ kind: 'failed', message: 'Network Error' });
  });
});
