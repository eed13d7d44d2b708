import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { listen as openServer } from '../local-server.ts';
import { readShop } from '../shop/shop.ts';
import { mirrorShop } from './shop-mirror.ts';

const integrity = { 'entry.js': `sha384-${'a'.repeat(64)}` };
const remote = (id: string, entry: string) => ({
  id,
  stable: { id, team: id, routes: [], fragments: {}, version: '1.0.0', entry, integrity },
  previous: [],
});
const registry = { format: 2, remotes: [remote('mfe-cart', '/remotes/mfe-cart/1/entry.js')] };
const page = `<head><script type="application/json" id="patchwork-registry">${JSON.stringify(registry)}</script><script type="application/json" id="patchwork-config">{"api":"/v2"}</script></head>`;

async function listen(handler: RequestListener): Promise<string> {
  const { url, stop } = await openServer(handler);
  onTestFinished(stop);
  return url;
}

async function closedAddress(): Promise<string> {
  const { url, stop } = await openServer(() => undefined);
  await stop();
  return url;
}

const shop: RequestListener = async (request, response) => {
  const send = (type: string, text: string) =>
    response.writeHead(200, { 'content-type': type, 'content-security-policy': 'x' }).end(text);
  if (request.url === '/registry.json') send('application/json', JSON.stringify(registry));
  else if (request.url === '/api/echo') {
    const body = (await request.toArray()).join('');
    send('text/plain', `${request.method} ${request.headers.authorization} ${body}`);
  } else if (request.url === '/gone.js') response.writeHead(404).end('Not found.');
  else if (request.url?.startsWith('/worker.js')) send('text/javascript', 'start;');
  else if (request.url === '/gifts') {
    response.writeHead(404, { 'content-type': 'text/html;charset=utf-8' }).end(page);
  } else send('text/html;charset=utf-8', page);
};

async function mirror(): Promise<string> {
  const local = remote('mfe-gifts', 'http://localhost:3005/remoteEntry.js</script>');
  const mirrored = await mirrorShop({
    origin: await listen(shop),
    port: 0,
    adjustRegistry: ({ remotes, ...releases }) => ({
      ...releases,
      remotes: [...remotes, local as never],
    }),
  });
  onTestFinished(() => mirrored.stop());
  return mirrored.url;
}

const embedded = (html: string, id: string): unknown =>
  JSON.parse(new RegExp(`id="${id}">([^<]*)</script>`).exec(html)?.[1] ?? 'null');

test.each([
  ['every page', '/any/page'],
  ['a page that the shop does not know', '/gifts'],
])('%s gets the adjusted registry, and devtools', async (_what, address) => {
  const response = await fetch((await mirror()) + address);
  const html = await response.text();
  expect(response.status).toBe(200);
  expect(embedded(html, 'patchwork-registry')).toMatchObject({
    remotes: [{ id: 'mfe-cart' }, { id: 'mfe-gifts' }],
  });
  expect(embedded(html, 'patchwork-config')).toEqual({
    ...{ api: '/v2', devtools: {} },
    // Otherwise the page would refuse the remote of this machine.
    remoteOrigins: ['http://localhost:3005'],
  });
  expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8');
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain("script-src 'self' 'sha256-");
  expect(policy).toContain('http://localhost:3005 ws://localhost:3005');
  expect(embedded(html, 'patchwork-trusted')).toEqual({
    ...{ scripts: ['http://localhost:3005'], html: false },
  });
});

test('the script in which workers begin has the policy of their page, and the worker’s own script', async () => {
  const files = await listen((_request, response) => void response.end("throw 'torn'"));
  const file = `${files.replace('localhost', '127.0.0.1')}/sum.js`;
  const address = `${await mirror()}/worker.js?${encodeURIComponent(file)}`;
  const response = await fetch(address, { headers: { referer: `${address}/gifts` } });
  expect(await response.text()).toMatch(/start;;throw 'torn'/);
  const policy = response.headers.get('content-security-policy');
  expect(policy).toContain('http://localhost:3005');
  expect(policy).not.toContain('unsafe-eval');
});

const ownPaths = () => ['/api/gifts'];

async function openMirror(options: Partial<Parameters<typeof mirrorShop>[0]>): Promise<string> {
  const adjustRegistry = (all: Parameters<Parameters<typeof mirrorShop>[0]['adjustRegistry']>[0]) =>
    all;
  const opened = await mirrorShop({ origin: '', port: 0, adjustRegistry, ...options });
  onTestFinished(() => opened.stop());
  return opened.url;
}

test('a call of the remote’s own API goes to the server of --backend, all others to the shop', async () => {
  const backend = await listen(async (request, response) => {
    response
      .writeHead(201)
      .end(`${request.method} ${request.url} ${(await request.toArray()).join('')}`);
  });
  const url = await openMirror({ origin: await listen(shop), backend: `${backend}/`, ownPaths });
  const own = await fetch(`${url}/api/gifts/1?by=x`, { method: 'PUT', body: 'red' });
  expect([own.status, await own.text()]).toEqual([201, 'PUT /api/gifts/1?by=x red']);
  expect(await (await fetch(`${url}/api/echo`)).text()).toContain('GET');
});

test.each([
  ['nobody answers', undefined, 501, /has no such call\. Start .*--mock.*--backend/],
  [
    'the server is not running',
    'closed',
    502,
    /GET \/api\/gifts: http.* can’t be reached .* Start it\./,
  ],
])(
  'if %s, the response to a call of the own API says what to do',
  async (_what, closed, status, message) => {
    const nothing = await listen((_request, response) => response.writeHead(404).end());
    const backend = closed && (await closedAddress());
    const answer = await fetch(
      `${await openMirror({ origin: nothing, backend, ownPaths })}/api/gifts`,
    );
    expect([answer.status, (await answer.json()).errors[0]]).toEqual([
      status,
      expect.stringMatching(message),
    ]);
  },
);

test('a call of the own API that the shop has is passed on', async () => {
  const url = await openMirror({ origin: await listen(shop), ownPaths: () => ['/api/echo'] });
  expect(await (await fetch(`${url}/api/echo`)).text()).toContain('GET');
});

test('with --mock, pages use the mock instead of the shop’s API', async () => {
  const config = JSON.stringify({ apiBaseUrl: '/', catalogue: { query: true }, payment: 1 });
  const origin = await listen((_request, response) => response.end(config));
  const read = async (onMock?: (config: object) => object) =>
    (await fetch(`${await openMirror({ origin, onMock })}/config.json`)).json();
  const catalogue = { query: true };
  const shown = await read(({ payment: _real, ...others }: { payment?: number }) => others);
  expect(shown).toEqual({ devtools: {}, catalogue, remoteOrigins: [] });
  expect(await read()).toMatchObject({ apiBaseUrl: '/', catalogue, payment: 1 });
});

test('the registry itself names the same remotes', async () => {
  const document = await (await fetch(`${await mirror()}/registry.json`)).json();
  expect(document.remotes.map(({ id }: { id: string }) => id)).toEqual(['mfe-cart', 'mfe-gifts']);
});

test.each([['/registry.json'], ['/any/page'], ['/gifts']])(
  'a HEAD request for %s has the status of a GET request',
  async (address) => {
    const response = await fetch((await mirror()) + address, { method: 'HEAD' });
    expect(response.status).toBe(200);
  },
);

test('API calls and their responses are passed on as they are', async () => {
  const url = await mirror();
  const call = { method: 'POST', body: 'two shirts', headers: { authorization: 'token' } };
  expect(await (await fetch(`${url}/api/echo`, call)).text()).toBe('POST token two shirts');
  const missing = await fetch(`${url}/gone.js`);
  expect([missing.status, await missing.text()]).toEqual([404, 'Not found.']);
});

test('what a shop sends compressed is passed on as it is, and nothing is decoded here', async () => {
  const script = gzipSync('remoteEntry()');
  const origin = await listen((request, response) => {
    const isPage = request.url === '/';
    const type = isPage ? 'text/html' : 'text/javascript';
    response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' });
    response.end(isPage ? gzipSync(page) : script);
  });
  const mirrored = await mirrorShop({ origin, port: 0, adjustRegistry: (all) => all });
  onTestFinished(() => mirrored.stop());
  const passed = await fetch(`${mirrored.url}/entry.js`);
  expect(passed.headers.get('content-encoding')).toBe('gzip');
  expect(await passed.text()).toBe('remoteEntry()');
  const refused = await fetch(mirrored.url);
  expect(refused.status).toBe(502);
  expect(await refused.text()).toContain('it is sent with “content-encoding: gzip”');
});

test('cookies of a shop stay apart', async () => {
  const cookies = ['a=1; Path=/', 'b=2; Path=/'];
  const origin = await listen((_request, response) =>
    response.writeHead(200, { 'set-cookie': cookies }).end(),
  );
  const mirrored = await mirrorShop({ origin, port: 0, adjustRegistry: (all) => all });
  onTestFinished(() => mirrored.stop());
  expect((await fetch(mirrored.url)).headers.getSetCookie()).toEqual(cookies);
});

test('a shop that is stopped is reported as not reachable', async () => {
  const origin = await closedAddress();
  const mirror = await mirrorShop({ origin, port: 0, adjustRegistry: (all) => all });
  onTestFinished(() => mirror.stop());
  const response = await fetch(mirror.url);
  expect(response.status).toBe(502);
  expect(await response.text()).toContain(`${origin} can’t be reached`);
});

test('a taken port is reported at once', async () => {
  const origin = await listen(shop);
  const port = Number(new URL(origin).port);
  await expect(mirrorShop({ origin, port, adjustRegistry: (all) => all })).rejects.toThrow(
    /EADDRINUSE.*choose one, as in PORT=3100/,
  );
});

test('an address without a release and one without a server have different messages', async () => {
  await expect(readShop('https://shop.example/some/page')).rejects.toThrow(/write only its origin/);
  await expect(readShop(await closedAddress())).rejects.toThrow(
    /^http:\/\/localhost:\d+ can’t be reached \(.*ECONNREFUSED.*\): check the address/,
  );
  const empty = await listen((_request, response) => response.writeHead(404).end());
  await expect(readShop(empty)).rejects.toThrow(/registry\.json returns 404: there is no release/);
  const other = await listen((_request, response) => response.end('<!doctype html>'));
  await expect(readShop(other)).rejects.toThrow(/registry\.json is not a registry/);
});
