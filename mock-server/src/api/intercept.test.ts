// @vitest-environment happy-dom
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import axios from 'axios';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
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
