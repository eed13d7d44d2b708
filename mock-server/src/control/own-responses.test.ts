// @vitest-environment happy-dom

import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect, leave, load, openBrowser } from '../test-support.ts';
import type { MockControl, OwnResponse } from './control.ts';

let control: MockControl;

beforeEach(async () => {
  ({ control } = await openBrowser());
});

afterEach(leave);

const teapot: OwnResponse = {
  method: 'GET',
  path: '/api/products/:id',
  status: 418,
  headers: { 'x-tea': 'chai' },
  body: { errors: ['Tea only.'] },
  delay: 0,
};

const respond = (...responses: object[]) =>
  control.changeSettings({ responses: responses.map((each) => ({ ...teapot, ...each })) });

test('a call with matching method and path gets the response, marked by a header, and no other call does', async () => {
  respond({});
  const response = await fetch('/api/products/any?size=M');
  expect([response.status, await response.json()]).toEqual([418, teapot.body]);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json',
    'x-tea': 'chai',
    'x-mock-response': 'GET /api/products/:id',
  });
  expect(await connect().getProduct({ productId: 'puddle-raincoat' })).toMatchObject({
    error: { status: 418, messages: ['Tea only.'] },
  });
  expect((await fetch('/api/products')).status).toBe(200);
});

test('the first matching response is sent, even for a path and a method that the API does not have', async () => {
  respond(
    { path: '/api/todos/7', method: 'PATCH', status: 200, body: 1 },
    { path: '/api/todos/:id', method: 'PATCH' },
  );
  const ask = (id: number) => fetch(`/api/todos/${id}`, { method: 'PATCH', body: '{}' });
  expect((await ask(7)).status).toBe(200);
  expect((await ask(8)).status).toBe(418);
});

test.each([
  ['without a body', { body: undefined, status: 200 }],
  ['with a status that has none', { status: 204 }],
])('a response %s is empty', async (_, change) => {
  respond(change);
  const response = await fetch('/api/products/any');
  expect([response.status, await response.text()]).toEqual([change.status, '']);
  expect(response.headers.has('content-type')).toBe(false);
});

test('a response is sent after its own delay; an abort before that rejects as in the browser', async () => {
  respond({ delay: 60 });
  const began = performance.now();
  await fetch('/api/products/any');
  expect(performance.now() - began).toBeGreaterThanOrEqual(55);
  const signal = AbortSignal.timeout(10);
  await expect(fetch('/api/products/any', { signal })).rejects.toMatchObject({
    name: 'TimeoutError',
  });
});

test('it survives a reload of the tab, and another developer gets it with the snapshot', async () => {
  respond({});
  const snapshot = JSON.parse(JSON.stringify(control.exportSnapshot()));
  const again = await load();
  expect(again.control.read().settings.responses).toEqual([teapot]);
  ({ control } = await openBrowser());
  expect(control.importSnapshot(snapshot)).toMatchObject({ ok: true });
  expect((await fetch('/api/products/any')).status).toBe(418);
});

test.each([
  [{ method: 'TRACE' }, 'responses.0.method is one of GET, POST, DELETE, PUT, PATCH'],
  [{ path: 'api/products' }, 'responses.0.path is a path, such as'],
  [{ path: '/api?x=1' }, 'responses.0.path is a path, such as'],
  [{ status: 101 }, 'responses.0.status is a status from 200 to 599'],
  [{ headers: { 'no name': 'x' } }, 'responses.0.headers.no name is no name of a header'],
  [
    { headers: { 'x-mine': 'a\nb' } },
    'responses.0.headers.x-mine has a character that no header may',
  ],
  [{ headers: { 'x-mine': 7 } }, 'responses.0.headers.x-mine is text'],
  [{ delay: 10_001 }, 'responses.0.delay is a whole number from 0 to 10 000'],
])('%j is refused with the reason', (change, message) => {
  const result = respond(change);
  expect(result.ok ? [] : result.error).toEqual([expect.stringContaining(message)]);
  expect(control.read().settings.responses).toBeUndefined();
});

test('XMLHttpRequest gets the response too', async () => {
  respond({ path: '/api/todos' });
  const request = new XMLHttpRequest();
  request.open('GET', '/api/todos');
  await new Promise((done) => {
    request.onload = done;
    request.send();
  });
  expect([request.status, JSON.parse(request.responseText)]).toEqual([418, teapot.body]);
});
