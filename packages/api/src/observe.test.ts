import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApi } from './client.ts';
import type { CallOutcome, SentCall } from './observe.ts';

/** Answers every path with a body that no schema takes; '/silent/…' is never answered. */
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

/** A client that is watched; `told` fills while it works. */
function watched(baseUrl: string, timeout = 5000) {
  const told: (SentCall | CallOutcome)[] = [];
  const api = createApi({
    baseUrl,
    timeout,
    getToken: () => 'a.b.c',
    onUnauthorized: () => {},
    observe(call) {
      told.push(call);
      return (outcome) => told.push(outcome);
    },
  });
  return { api, told };
}

test('a call is told before the function that makes it has returned', () => {
  const { api, told } = watched(address);
  void api.login({ body: { email: 'a@b.example', password: 'x' } });
  expect(told).toEqual([
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

test('who asked for a call that waited is told with it', () => {
  const { api, told } = watched(address);
  void api.getCart({}, { initiator: 'mfe-catalog' });
  expect(told).toMatchObject([{ name: 'getCart', initiator: 'mfe-catalog' }]);
});

test('the ids are in the address, and the token is among the headers', () => {
  const { api, told } = watched(`${address}/`);
  void api.removeFromCart({ productId: 'a/b' });
  expect(told[0]).toMatchObject({
    url: `${address}/api/user/cart/a%2Fb`,
    headers: { authorization: 'a.b.c' },
    body: undefined,
  });
});

test('the answer is told as it came, before its schema refuses it', async () => {
  const { api, told } = watched(address);
  const result = await api.listProducts({});
  expect(result).toMatchObject({ ok: false, error: { kind: 'malformed' } });
  expect(told[1]).toEqual({
    kind: 'answered',
    status: 200,
    statusText: 'Fine',
    headers: expect.objectContaining({ 'x-seen': 'yes' }),
    data: { products: 'none' },
    duration: expect.any(Number),
  });
});

test('an aborted call is told as failed', async () => {
  const { api, told } = watched(`${address}/silent`);
  const controller = new AbortController();
  const pending = api.listProducts({}, { signal: controller.signal });
  controller.abort();
  await pending;
  expect(told[1]).toMatchObject({ kind: 'failed', message: 'Aborted by the caller' });
});

test('a call that is given up is told as failed', async () => {
  const { api, told } = watched(`${address}/silent`, 30);
  await api.listProducts({});
  expect(told[1]).toMatchObject({ kind: 'failed', message: 'Given up: no answer in time' });
});

test('a server that cannot be reached is told with the transport’s words', async () => {
  const { api, told } = watched('http://127.0.0.1:1');
  const result = await api.listProducts({});
  const words = result.ok || !('message' in result.error) ? '' : result.error.message;
  expect(words).not.toBe('');
  expect(told).toHaveLength(2);
  expect(told[1]).toMatchObject({ kind: 'failed', message: words });
});
