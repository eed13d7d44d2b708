import { afterEach, expect, test, vi } from 'vitest';
import type { SentCall } from './request.ts';
import { send } from './send.ts';

const call: SentCall = {
  name: 'listProducts',
  method: 'GET',
  url: 'http://127.0.0.1:1/api/products',
  headers: {},
  body: undefined,
  initiator: undefined,
};

const limits = { timeoutMs: 1000, signal: undefined, ready: undefined };

/** Mirage's fetch ignores the signal of a request. */
const never = vi.fn((_url: string, _init: RequestInit) => new Promise<never>(() => {}));

afterEach(() => {
  vi.unstubAllGlobals();
  never.mockClear();
});

test('a response in time is the result', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"products":[]}', { status: 200 }));
  expect(await send(call, limits)).toMatchObject({
    ok: true,
    value: { status: 200, data: { products: [] } },
  });
});

test('a connection that fails is an error', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no')));
  expect(await send(call, limits)).toEqual({
    ok: false,
    error: { kind: 'network', message: 'no' },
  });
});

test('the time runs out even if fetch ignores its signal', async () => {
  vi.stubGlobal('fetch', never);
  expect(await send(call, { ...limits, timeoutMs: 5 })).toEqual({
    ok: false,
    error: { kind: 'timeout', message: 'timeout of 5ms exceeded' },
  });
});

test('an abort ends it at once and reaches fetch', async () => {
  vi.stubGlobal('fetch', never);
  const controller = new AbortController();
  const pending = send(call, { ...limits, signal: controller.signal });
  await vi.waitFor(() => expect(never).toHaveBeenCalled());
  controller.abort();
  expect(await pending).toEqual({
    ok: false,
    error: { kind: 'aborted', message: 'Request aborted' },
  });
  expect(never.mock.calls[0]?.[1].signal?.aborted).toBe(true);
});

test('nothing is sent when the signal is aborted already', async () => {
  vi.stubGlobal('fetch', never);
  const result = await send(call, { ...limits, signal: AbortSignal.abort() });
  expect(result).toEqual({ ok: false, error: { kind: 'aborted', message: 'Request aborted' } });
  expect(never).not.toHaveBeenCalled();
});
