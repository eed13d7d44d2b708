import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { isServerPath } from './app.ts';
import type { ApiServer } from './create-api-server.ts';
import { openTestServer } from './testing/server.ts';

let server: ApiServer;

beforeAll(async () => {
  server = await openTestServer({ corsOrigins: ['https://shop.example'] });
});

afterAll(() => server.stop());

const request = (path: string, init?: RequestInit) =>
  server.fetch(new Request(new URL(path, 'http://localhost'), init));

/** Sends a stream with these headers. Without a port, because an HTTP client would add its own headers. */
const send = (path: string, body: ReadableStream, headers: Record<string, string>) =>
  request(path, {
    method: 'POST',
    body,
    duplex: 'half',
    headers: { 'content-type': 'application/json', ...headers },
  } as RequestInit);

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  request(path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

/** Sends raw text as a request. Returns the first part of the response. */
async function overSocket(text: string): Promise<string> {
  const listening = createServer(server.listener);
  await once(listening.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((listening.address() as AddressInfo).port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
    listening.close();
  });
  socket.write(text);
  const [data] = await once(socket, 'data');
  return String(data);
}

describe('addresses', () => {
  test('a malformed host is refused with a message', async () => {
    const answer = await overSocket('GET /healthz HTTP/1.1\r\nHost: a/b\r\n\r\n');
    expect(answer).toContain(' 400 Bad Request');
    expect(answer).toContain('{"errors":["');
  });

  test.each([
    '/api/%2e%2e/readyz',
    '/api/../readyz',
    '/api/.%2E/healthz?a=1',
    '/api/x/%2e/%2e./%2e%2e/readyz',
    '/api//../../readyz',
    '/api/..',
  ])('a path is not resolved to another one: %s', async (path) => {
    const answer = await overSocket(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
    expect(answer).toContain(' 400 Bad Request');
    expect(answer).toContain('{"errors":["');
  });

  test('dots within a name or a query are no path of their own', async () => {
    for (const path of ['/healthz?next=/../x', '/healthz?a=%2e%2e/', '/healthz#/../']) {
      const answer = await overSocket(`GET ${path} HTTP/1.1\r\nHost: shop\r\n\r\n`);
      expect(answer).toContain(' 200 OK');
    }
    const unknown = await overSocket('GET /api/..name HTTP/1.1\r\nHost: shop\r\n\r\n');
    expect(unknown).toContain(' 404 Not Found');
  });

  test('an unknown path is answered with 404 and a message', async () => {
    const response = await request('/api/no-such-thing');
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      errors: [expect.stringMatching(/nothing at this address/)],
      code: 'unknownPath',
    });
  });

  test('a method that a path does not support is answered with 405 and the supported ones', async () => {
    const response = await request('/api/user/cart', { method: 'PUT' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('GET, POST');
    expect(await response.json()).toEqual({ errors: [expect.any(String)], code: 'unknownMethod' });
  });
});

describe('bodies', () => {
  const login = (fields: object) => post('/api/auth/login', JSON.stringify(fields));

  /** Returns a body that breaks off when it is read. */
  const broken = () =>
    new ReadableStream(
      {
        pull: (controller) =>
          controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' })),
      },
      { highWaterMark: 0 },
    );

  test.each([
    ['that is too large', { 'content-length': '64001' }, 413, 'bodyTooLarge'],
    ['of unknown length', { 'transfer-encoding': 'chunked' }, 411, 'lengthRequired'],
    ['that is no JSON', { 'content-type': 'text/plain', 'content-length': '9' }, 415, 'notJson'],
    ['that has no content type', { 'content-type': '', 'content-length': '9' }, 415, 'notJson'],
  ])('a body %s is refused before it is read', async (_, headers, status, code) => {
    const response = await send('/api/auth/login', broken(), headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ errors: [expect.any(String)], code });
  });

  test('the body of a request without a valid token is not read', async () => {
    const response = await send('/api/user/cart', broken(), { 'content-length': '9' });
    expect(response.status).toBe(401);
  });

  test('a body that breaks off is reported as the client’s error, not the database’s', async () => {
    const response = await send('/api/auth/login', broken(), { 'content-length': '9' });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      errors: [expect.stringContaining('not received completely')],
      code: 'bodyAborted',
    });
  });

  const nested = JSON.stringify({ email: 'deep@b.example', password: 'x' }).replace(
    '}',
    `,"pets":${'['.repeat(5000)}${']'.repeat(5000)}}`,
  );

  test.each<[string, string, number?]>([
    ['a zero character', '{"email":"zero@b.example","password":"x","pets":"a\\u0000b"}'],
    ['half a surrogate pair', '{"email":"half@b.example","password":"x","pets":"\\ud800"}'],
    ['a field with a zero character', '{"email":"zero@b.example","password":"x","a\\u0000":1}'],
    ['deep nesting', nested],
    [
      'an email of 5,000 letters',
      JSON.stringify({ email: `${'e'.repeat(5000)}@b.example`, password: 'x' }),
      400,
    ],
  ])('a signup with %s is refused and stores nothing', async (_, body, loginStatus = 404) => {
    const response = await post('/api/auth/signup', body);
    expect(response.status).toBe(400);
    const { email } = JSON.parse(body);
    expect((await login({ email, password: 'x' })).status).toBe(loginStatus);
  });
});

describe('headers', () => {
  test('a response can’t be framed, MIME-sniffed or executed', async () => {
    const { headers } = await request('/api/products');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('shoppers’ data is never cached', async () => {
    const cachingOf = async (path: string) => (await request(path)).headers.get('cache-control');
    expect(await cachingOf('/api/user/cart')).toBe('no-store');
    expect(await cachingOf('/api/products')).toBe('no-cache');
  });

  test('a request keeps the id that its client sent, or else gets a new one', async () => {
    const idOf = async (id: string) =>
      (await request('/api/categories', { headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      );
    expect(await idOf('from-the-proxy-1')).toBe('from-the-proxy-1');
    expect(await idOf('not {an} id')).toMatch(/^[\da-f-]{36}$/);
  });
});

describe('other origins', () => {
  const preflight = (origin: string) =>
    request('/api/user/cart', {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  test('pages of allowed origins may call the API, pages of other origins may not', async () => {
    const { headers } = await preflight('https://shop.example');
    expect(headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(headers.get('access-control-allow-headers')).toContain('authorization');
    const other = await preflight('https://evil.example');
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('the answer to a preflight can’t be framed or MIME-sniffed', async () => {
    const { headers } = await preflight('https://shop.example');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });
});

describe('health', () => {
  test.each(['/healthz', '/readyz'])(
    '%s answers a proxy’s health check that sends no Host header',
    async (path) => {
      expect(await overSocket(`GET ${path} HTTP/1.0\r\n\r\n`)).toContain(' 200 OK');
    },
  );
});

test('isServerPath distinguishes the API’s paths from the shop’s', () => {
  const ofApi = ['/api', '/api/products', '/feeds/google.xml', '/healthz', '/readyz'];
  const ofShop = ['/', '/apis', '/apiary/x', '/healthzone', '/static/api/x.js'];
  expect([...ofApi, ...ofShop].filter(isServerPath)).toEqual(ofApi);
});
