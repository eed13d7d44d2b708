// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { endpoints } from './endpoints.ts';
import { ownOriginHeaders, pathFor, type SentCall, send } from './request.ts';

const setCookie = (text: string) => Reflect.set(document, 'cookie', text);

afterEach(() => setCookie('XSRF-TOKEN=; max-age=0'));

test('the cookie’s token is sent to the page’s own origin', () => {
  setCookie('theme=dark');
  setCookie('XSRF-TOKEN=a%2Bb%3D');
  const token = { 'x-xsrf-token': 'a+b=' };
  expect(ownOriginHeaders('/api/user/cart')).toMatchObject(token);
  expect(ownOriginHeaders(`${location.origin}/api/user/cart`)).toMatchObject(token);
});

test('a token that is not URL-encoded is sent as it is', () => {
  setCookie('XSRF-TOKEN=100%');
  expect(ownOriginHeaders('/api/user/cart')).toMatchObject({ 'x-xsrf-token': '100%' });
});

test('another origin gets neither the cookie’s token nor a trace', () => {
  setCookie('XSRF-TOKEN=a');
  expect(ownOriginHeaders('https://api.example.com/api/user/cart')).toEqual({});
});

test.each(['NOT-XSRF-TOKEN=a', 'XSRF-TOKEN='])(
  'a page with only the cookie %j sends no token',
  (cookie) => {
    setCookie(cookie);
    expect(ownOriginHeaders('/api/user/cart')).not.toHaveProperty('x-xsrf-token');
  },
);

test('each request starts a trace of its own, which asks for no record', () => {
  const traces = [1, 2].map(() => ownOriginHeaders('/api/products').traceparent);
  for (const trace of traces) expect(trace).toMatch(/^00-[\da-f]{32}-[\da-f]{16}-00$/);
  expect(traces[0]).not.toBe(traces[1]);
});

test('an id is encoded as one path segment', () => {
  expect(pathFor(endpoints.removeFromCart, { productId: 'a/b?c=%d $&' })).toBe(
    '/api/user/cart/a%2Fb%3Fc%3D%25d%20%24%26',
  );
});

const call: SentCall = {
  name: 'listProducts',
  method: 'GET',
  url: 'http://127.0.0.1:1/api/products',
  headers: {},
  body: undefined,
  initiator: undefined,
};

const aborted = { ok: false, error: { kind: 'aborted', message: 'Request aborted' } };
const limits = { timeoutMs: 1000, signal: undefined, ready: undefined };

/** A fetch that ignores the signal of a request. */
const never = vi.fn((_url: string, _init: RequestInit) => new Promise<never>(() => {}));

afterEach(() => {
  never.mockClear();
});

test('a call times out even if fetch ignores its signal', async () => {
  vi.stubGlobal('fetch', never);
  expect(await send(call, { ...limits, timeoutMs: 5 })).toMatchObject({
    error: { kind: 'timeout' },
  });
});

test('an abort ends the call at once and reaches fetch', async () => {
  vi.stubGlobal('fetch', never);
  const controller = new AbortController();
  const pending = send(call, { ...limits, signal: controller.signal });
  await vi.waitFor(() => expect(never).toHaveBeenCalled());
  controller.abort();
  expect(await pending).toEqual(aborted);
  expect(never.mock.calls[0]?.[1].signal?.aborted).toBe(true);
});

test('nothing is sent if the signal is already aborted', async () => {
  vi.stubGlobal('fetch', never);
  expect(await send(call, { ...limits, signal: AbortSignal.abort() })).toEqual(aborted);
  expect(never).not.toHaveBeenCalled();
});
