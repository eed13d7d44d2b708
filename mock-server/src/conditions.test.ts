// @vitest-environment happy-dom

import { type Api, createApi } from '@patchwork/api';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ConditionsControl } from './control/control.ts';

const real = 'https://api.example/v2';
const key = 'patchwork:api-conditions';

let control: ConditionsControl;
let seen: string[];

/** Starts the conditions as a page load does. The API on the network has no categories. */
async function load(): Promise<void> {
  seen = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { method, url } = new Request(input, init);
    seen.push(`${method} ${url}`);
    return Response.json({ categories: [] });
  });
  vi.resetModules();
  const { startConditions } = await import('./conditions.ts');
  control = startConditions(`${real}/`);
  expect(startConditions(`${real}/`)).toBe(control);
}

const api = (): Api => createApi({ baseUrl: real, getToken: () => undefined, onUnauthorized() {} });

const list = () => api().listCategories({});

beforeEach(async () => void (await load()));

test('without conditions every call reaches the API, and nothing is stored', async () => {
  expect(await list()).toEqual({ ok: true, value: { categories: [] } });
  expect(seen).toEqual([`GET ${real}/api/categories`]);
  expect(sessionStorage).toHaveLength(0);
});

test('a call fails as it does with the mock, and never reaches the API', async () => {
  control.changeSettings({ failures: { listCategories: { rate: 1, as: 503 } } });
  const response = await fetch(`${real}/api/categories`);
  expect(response.headers.get('x-mock-failure')).toBe('listCategories');
  expect(await list()).toMatchObject({ error: { kind: 'status', status: 503 } });
  control.changeSettings({ failures: { listCategories: { rate: 1, as: 'network' } } });
  expect(await list()).toMatchObject({ error: { kind: 'network', message: 'Network Error' } });
  expect(seen).toEqual([]);
  await fetch(`${real}/api/products`);
  await fetch(`${real}/api/products/%`);
  await fetch('https://elsewhere.example/api/categories');
  expect(seen).toHaveLength(3);
});

test('a call waits for the delay, and can be aborted while it waits', async () => {
  control.changeSettings({ delay: 80 });
  const began = performance.now();
  await list();
  expect(performance.now() - began).toBeGreaterThanOrEqual(75);
  const aborted = await api().listCategories({}, { signal: AbortSignal.timeout(10) });
  expect(aborted).toMatchObject({ error: { kind: 'aborted' } });
  expect(seen).toHaveLength(1);
});

test('an own response replaces the API’s, for the path that the browser shows', async () => {
  const own = { method: 'GET', path: '/v2/api/categories', status: 200, headers: {}, delay: 0 };
  control.changeSettings({ responses: [{ ...own, method: 'GET', body: { categories: 'none' } }] });
  expect(await list()).toMatchObject({ error: { kind: 'malformed' } });
  expect(seen).toEqual([]);
});

test('the conditions survive a reload of the tab, and are removed when they equal the defaults', async () => {
  const listener = vi.fn();
  control.subscribe(listener);
  control.changeSettings({ failures: { listCategories: { rate: 1, as: 500 } } });
  expect(listener).toHaveBeenCalledOnce();
  await load();
  expect(await list()).toMatchObject({ ok: false });
  control.changeSettings({ failures: {} });
  expect(sessionStorage).toHaveLength(0);
});

test('settings out of range are refused, and unreadable stored ones are discarded', async () => {
  expect(control.changeSettings({ delay: -1 })).toMatchObject({ ok: false });
  expect(control.read().delay).toBe(0);
  sessionStorage.setItem(key, '{"version":1,"value":{"delay":"long"}}');
  await load();
  expect(control.read().delay).toBe(0);
});
