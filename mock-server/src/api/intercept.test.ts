// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Mock, startMock } from '../start.ts';

let server: Server;
let mock: Mock;
let seen: string[] = [];

/** Returns an origin of the server, which has two. The page's own is 'localhost'. */
const origin = (host: 'localhost' | '127.0.0.1'): string =>
  `http://${host}:${(server.address() as AddressInfo).port}`;

const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      // happy-dom sends a preflight before every cross-origin request.
      if (request.method !== 'OPTIONS')
        seen.push(`${request.method} ${request.url} ${body}`.trim());
      response
        .writeHead(200, { 'content-type': 'text/plain', 'access-control-allow-origin': '*' })
        .end('from the network');
    });
  });
  await new Promise<void>((done) => server.listen(0, done));
  happyDOM.setURL(`${origin('localhost')}/productlist`);
  mock = await startMock({ delay: 0 });
});

afterAll(() => {
  mock.shutdown();
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  seen = [];
});

const overXhr = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('GET', url);
    request.onload = () => resolve(request.responseText);
    request.onerror = reject;
    request.send();
  });

const overFetch = async (url: string): Promise<string> => (await fetch(url)).text();

const overAxios = (adapter: 'fetch' | 'xhr') => async (url: string) =>
  (await axios.get<string>(url, { adapter })).data;

describe.each([
  ['fetch', overFetch],
  ['XMLHttpRequest', overXhr],
  ["axios's fetch adapter", overAxios('fetch')],
  ["axios's XHR adapter", overAxios('xhr')],
])('%s', (_, get) => {
  test('reaches other origins, even their /api', async () => {
    expect(await get(`${origin('127.0.0.1')}/api/products`)).toBe('from the network');
    expect(seen).toEqual(['GET /api/products']);
  });

  test('reaches the page’s own origin outside /api', async () => {
    expect(await get('/images/puddle-raincoat.svg')).toBe('from the network');
    expect(await get('/apiary')).toBe('from the network');
    expect(seen).toEqual(['GET /images/puddle-raincoat.svg', 'GET /apiary']);
  });
});

test('a Request object keeps its method and body', async () => {
  const request = new Request(`${origin('127.0.0.1')}/orders`, {
    method: 'POST',
    body: 'a thread',
  });
  expect((await fetch(request)).status).toBe(200);
  expect(seen).toEqual(['POST /orders a thread']);
});

/** Sends a request with XMLHttpRequest. Resolves to its last event, status and text. */
const endOf = (method: string, url: string, timeout = 0) =>
  new Promise<{ type: string; status: number; text: string }>((resolve) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.timeout = timeout;
    const end = ({ type }: Event) =>
      resolve({ type, status: request.status, text: request.responseText });
    for (const type of ['load', 'error', 'timeout']) request.addEventListener(type, end);
    request.send();
  });

test.each([
  '/api/products?a=1&a[]=2',
  '/api/product-query?search=s&search=t&limit=2&bare',
  '/api/%70roduct-query?search=puddle+r&next=/a?b=c#part',
  '/api/products/%',
  '/api/products/a%2Fb',
  '/api/products/%00',
])('XMLHttpRequest and fetch get the same answer for %s', async (url) => {
  const response = await fetch(url);
  const text = await response.text();
  expect(await endOf('get', url)).toEqual({ type: 'load', status: response.status, text });
});

test('XMLHttpRequest gets no body for HEAD, and a refusal for a method that the path lacks', async () => {
  expect(await endOf('HEAD', '/api/products')).toEqual({ type: 'load', status: 200, text: '' });
  expect(await endOf('PUT', '/api/products')).toMatchObject({ type: 'load', status: 405 });
});

test.each(['/api/products/', '/api/%', '/api/%ff/%41', '/api//products?a[]=1', '/api'])(
  'Mirage reports the unknown path %s, over fetch and XMLHttpRequest',
  async (url) => {
    const { pathname } = new URL(url, window.location.href);
    const report = `Mirage: Your app tried to GET '${pathname.replace('%41', 'A')}', but`;
    await expect(fetch(url)).rejects.toThrow(report);
    const request = new XMLHttpRequest();
    request.open('GET', url);
    expect(() => request.send()).toThrow(report);
  },
);

test.each(['json', 'arraybuffer', 'blob'] as const)(
  'XMLHttpRequest gets the body as %s, and the headers',
  async (type) => {
    const request = new XMLHttpRequest();
    request.open('GET', '/api/categories');
    request.responseType = type;
    await new Promise((done) => {
      request.onload = done;
      request.send();
    });
    const { response } = request;
    const text = type === 'json' ? JSON.stringify(response) : await new Response(response).text();
    expect(text).toBe(await overFetch('/api/categories'));
    expect(request.getResponseHeader('Content-Type')).toBe('application/json');
    expect(request.getAllResponseHeaders()).toContain('content-type: application/json\r\n');
  },
);

test('an XMLHttpRequest that was answered can be opened again, for the network too', async () => {
  const request = new XMLHttpRequest();
  const get = async (url: string) => {
    request.open('GET', url);
    const loaded = new Promise((done) => request.addEventListener('load', done, { once: true }));
    request.send();
    await loaded;
    return request.responseText;
  };
  expect(await get('/api/categories')).toContain('Kids');
  expect(await get('/images/%')).toBe('from the network');
  expect(request.getResponseHeader('content-type')).toBe('text/plain');
  expect(await get('/api/categories')).toContain('Kids');
});

test('XMLHttpRequest passes any path and method outside /api on', async () => {
  expect(await endOf('GET', '/images/%')).toMatchObject({ type: 'load', text: 'from the network' });
  expect(await endOf('GET', '/:any/*')).toMatchObject({ text: 'from the network' });
  expect(seen).toEqual(['GET /images/%', 'GET /:any/*']);
  await expect(fetch('/api/none')).rejects.toThrow(/^Mirage: /);
});

describe('a mock that is slow', () => {
  const slowDown = async (delay: number) => (await mock.openControl()).changeSettings({ delay });

  beforeEach(() => slowDown(5_000));
  afterEach(() => slowDown(0));

  test('fetch rejects with the reason of its signal', async () => {
    const tooSlow = fetch('/api/products', { signal: AbortSignal.timeout(10) });
    await expect(tooSlow).rejects.toMatchObject({ name: 'TimeoutError' });
    const reason = new Error('left the page');
    const controller = new AbortController();
    const answer = fetch('/api/products', { signal: controller.signal });
    setTimeout(() => controller.abort(reason), 10);
    await expect(answer).rejects.toBe(reason);
    await expect(fetch('/api/products', { signal: AbortSignal.abort(reason) })).rejects.toBe(
      reason,
    );
  });

  test('XMLHttpRequest ends with an abort, and is not answered later', async () => {
    const request = new XMLHttpRequest();
    request.open('GET', '/api/products');
    const seen: string[] = [];
    for (const type of ['load', 'abort']) request.addEventListener(type, () => seen.push(type));
    const ended = new Promise((done) => request.addEventListener('loadend', done));
    request.send();
    request.abort();
    await ended;
    expect([seen, request.status]).toEqual([['abort'], 0]);
  });

  test('XMLHttpRequest ends with its timeout, which axios reports', async () => {
    expect(await endOf('GET', '/api/products', 10)).toMatchObject({ type: 'timeout', status: 0 });
    const sent = axios.get('/api/products', { adapter: 'xhr', timeout: 10 });
    await expect(sent).rejects.toThrow('timeout of 10ms exceeded');
  });
});
