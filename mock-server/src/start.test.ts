// @vitest-environment happy-dom
import { type Api, createApi } from '@patchwork/api';
import { demoAccount } from '@patchwork/domain';
import { sampleProducts } from '@patchwork/sample-data';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Mock, type MockOptions, startMock } from './start.ts';

let mock: Mock | undefined;

async function start(search = '', options: MockOptions = { delay: 0 }): Promise<Mock> {
  window.history.replaceState(null, '', `/productlist${search}`);
  mock = await startMock(options);
  return mock;
}

const connect = (token?: string): Api =>
  createApi({ baseUrl: '', getToken: () => token, onUnauthorized: () => {} });

async function logIn(email: string): Promise<Api> {
  const session = await connect().login({
    body: { email, password: demoAccount.password },
  });
  if (!session.ok) throw new Error(`no login for ${email}`);
  return connect(session.value.token);
}

async function addedLine() {
  const api = await logIn(demoAccount.email);
  const listed = await api.listProducts({});
  const product = listed.ok ? listed.value.products[0] : undefined;
  if (!product) throw new Error('no product');
  await api.addToCart({ body: { product } });
  return product;
}

async function cartOf() {
  const cart = await (await logIn(demoAccount.email)).getCart({});
  return cart.ok ? cart.value.cart : undefined;
}

beforeEach(() => localStorage.clear());

afterEach(() => {
  mock?.shutdown();
  mock = undefined;
});

test('a second start returns the first mock', async () => {
  const first = await start();
  expect(await startMock()).toBe(first);
});

test('after a hot reload of its module, a start returns the first mock too', async () => {
  const first = await start();
  vi.resetModules();
  const again = await import('./start.ts');
  expect(again.startMock).not.toBe(startMock);
  expect(await again.startMock()).toBe(first);
});

test('shutdown restores the page’s network, once', async () => {
  const names = ['fetch', 'Headers', 'Request', 'Response', 'XMLHttpRequest'] as const;
  const before = names.map((name) => globalThis[name]);
  const first = await start();
  expect(globalThis.fetch).not.toBe(before[0]);
  first.shutdown();
  expect(names.map((name) => globalThis[name])).toEqual(before);
  const second = await start();
  first.shutdown();
  expect(await startMock()).toBe(second);
  expect(await connect().listProducts({})).toMatchObject({ ok: true });
});

test('the page keeps its own Headers, Request and Response', async () => {
  const before = [Headers, Request, Response];
  await start();
  expect([Headers, Request, Response]).toEqual(before);
});

test('carts survive a reload', async () => {
  await start();
  const product = await addedLine();
  mock?.shutdown();
  await start();
  expect(await cartOf()).toEqual([{ product, quantity: 1 }]);
});

test('a session survives a reload', async () => {
  await start();
  const api = await logIn(demoAccount.email);
  mock?.shutdown();
  await start();
  expect(await api.getCart({})).toEqual({ ok: true, value: { cart: [] } });
});

test('reset empties carts', async () => {
  const running = await start();
  await addedLine();
  running.control.reset();
  expect(await cartOf()).toEqual([]);
});

test('a token whose user was reset gets a 404', async () => {
  const running = await start();
  const body = { email: 'meera@patchwork.example', password: demoAccount.password };
  await connect().signup({ body });
  const api = await logIn(body.email);
  running.control.reset();
  expect(await api.getCart({})).toMatchObject({
    error: { status: 404, messages: ['The email you entered is not Registered. Not Found error'] },
  });
});

test('a response takes as long as the options say, 400 ms by default', async () => {
  await start('', {});
  const began = performance.now();
  await connect().listCategories({});
  expect(performance.now() - began).toBeGreaterThanOrEqual(395);
});

test('an unknown path inside /api is left unhandled', async () => {
  await start();
  await expect(fetch('/api/test-todos')).rejects.toThrow(/^Mirage: /);
});

test('an aborted request rejects as the browser does', async () => {
  await start('', { delay: 1000 });
  const controller = new AbortController();
  const pending = fetch('/api/products', { signal: controller.signal });
  setTimeout(() => controller.abort(), 10);
  await expect(pending).rejects.toMatchObject({ name: 'AbortError' });
});

test('XMLHttpRequest gets responses too', async () => {
  await start();
  const request = new XMLHttpRequest();
  request.open('GET', '/api/products');
  const loaded = new Promise((resolve) => request.addEventListener('load', resolve));
  request.send();
  await loaded;
  expect(JSON.parse(request.responseText).products).toHaveLength(sampleProducts.length);
});

test('?mock=fail-once: the first try fails, the next works', async () => {
  await start('?mock=fail-once:listProducts');
  const { status, body } = await fetch('/api/products').then(async (answer) => ({
    status: answer.status,
    body: await answer.json(),
  }));
  expect(status).toBe(500);
  expect(body).toEqual({ error: { message: expect.any(String) } });
  expect(await connect().listProducts({})).toMatchObject({ ok: true });
});

test('?mock=empty: a shop without products', async () => {
  await start('?mock=empty');
  expect(await connect().listProducts({})).toEqual({ ok: true, value: { products: [] } });
});

test('the id fail-500 fails', async () => {
  await start();
  const result = await connect().getProduct({ productId: 'fail-500' });
  expect(result).toMatchObject({ error: { kind: 'status', status: 500 } });
});

test('the email fail-500@patchwork.example fails at login and signup', async () => {
  await start();
  const body = { email: 'fail-500@patchwork.example', password: 'x' };
  expect(await connect().login({ body })).toMatchObject({ error: { status: 500 } });
  expect(await connect().signup({ body })).toMatchObject({ error: { status: 500 } });
});

test('the console stays clean', async () => {
  const methods = ['log', 'info', 'warn', 'error', 'groupCollapsed'] as const;
  const spies = methods.map((method) => vi.spyOn(console, method));
  await start();
  await addedLine();
  await connect().getProduct({ productId: 'fail-500' });
  for (const spy of spies) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});
