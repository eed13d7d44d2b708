// @vitest-environment happy-dom

import { sampleProducts } from '@patchwork/api/sample-data';
import { demoAccount } from '@patchwork/domain';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { startMock } from './start.ts';
import { addToCart, clearStorage, connect, leave, load, logIn } from './test-support.ts';

beforeEach(clearStorage);
afterEach(leave);

test('a second start returns the first mock', async () => {
  const first = await load();
  expect(await startMock()).toBe(first);
});

test('a start after a hot reload of the module also returns the first mock', async () => {
  const first = await load();
  vi.resetModules();
  const again = await import('./start.ts');
  expect(again.startMock).not.toBe(startMock);
  expect(await again.startMock()).toBe(first);
});

test('a control that failed to load is loaded again, and then kept', async () => {
  leave();
  const running = await startMock({ delay: 0 });
  onTestFinished(running.shutdown);
  vi.doMock('./control/create-control.ts', () => {
    throw new Error('offline');
  });
  await expect(running.openControl()).rejects.toThrow();
  vi.doUnmock('./control/create-control.ts');
  const control = await running.openControl();
  expect(control.read().scenario).toBe('sample');
  expect(await running.openControl()).toBe(control);
});

test('shutdown restores the page’s network, once', async () => {
  const names = ['fetch', 'Headers', 'Request', 'Response', 'XMLHttpRequest'] as const;
  const before = names.map((name) => globalThis[name]);
  const first = await load();
  expect(globalThis.fetch).not.toBe(before[0]);
  first.shutdown();
  expect(names.map((name) => globalThis[name])).toEqual(before);
  const second = await load();
  first.shutdown();
  expect(await startMock()).toBe(second);
  expect(await connect().listProducts({})).toMatchObject({ ok: true });
});

test('the page keeps its own Headers, Request and Response', async () => {
  const before = [Headers, Request, Response];
  await load();
  expect([Headers, Request, Response]).toEqual(before);
});

test('a token whose user was removed by a reset causes a 404', async () => {
  const running = await load();
  const body = { email: 'meera@patchwork.example', password: demoAccount.password };
  await connect().signup({ body });
  const api = await logIn(body.email);
  running.control.reset();
  expect(await api.getCart({})).toMatchObject({
    error: { status: 404, messages: ['The email you entered is not Registered. Not Found error'] },
  });
});

test('a response takes as long as the options say, 400 ms by default', async () => {
  await load('', {});
  const began = performance.now();
  await connect().listCategories({});
  expect(performance.now() - began).toBeGreaterThanOrEqual(395);
});

test('an unknown path under /api is left unhandled', async () => {
  await load();
  await expect(fetch('/api/test-todos')).rejects.toThrow(/^Mirage: /);
});

test('an aborted request rejects as in the browser', async () => {
  await load('', { delay: 1000 });
  const controller = new AbortController();
  const pending = fetch('/api/products', { signal: controller.signal });
  setTimeout(() => controller.abort(), 10);
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
});

test('XMLHttpRequest gets the mock’s responses too', async () => {
  await load();
  const request = new XMLHttpRequest();
  request.open('GET', '/api/products');
  const loaded = new Promise((resolve) => request.addEventListener('load', resolve));
  request.send();
  await loaded;
  expect(JSON.parse(request.responseText).products).toHaveLength(sampleProducts.length);
});

test('nothing is written to the console', async () => {
  const methods = ['log', 'info', 'warn', 'error', 'groupCollapsed'] as const;
  const spies = methods.map((method) => vi.spyOn(console, method));
  await load();
  await addToCart(await logIn(), 'puddle-raincoat');
  await connect().getProduct({ productId: 'fail-500' });
  for (const spy of spies) expect(spy).not.toHaveBeenCalled();
});
