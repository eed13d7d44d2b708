import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOutcome } from './client.ts';
import { createApi } from './client.ts';
import type { SentCall } from './request.ts';

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
