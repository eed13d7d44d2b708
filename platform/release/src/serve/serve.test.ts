import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ReleaseError } from '../errors.ts';
import { expectFailure, writeFiles } from '../testing/release.ts';
import { html, openShop, publishShop } from '../testing/served-shop.ts';
import { openShirtShop, raw, readHead } from '../testing/shirt-shop.ts';
import { readPort } from './serve.ts';

publishShop();

const reaches = (host: string, port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, host);
    socket.once('error', () => resolve(false));
    socket.once('connect', () => resolve(true)).once('connect', () => socket.destroy());
  });

// Linux answers at each address that begins with 127: 127.0.0.2 stands for an address in a network.
test.runIf(process.platform === 'linux')(
  'other machines reach the shop only if its host allows it',
  async () => {
    const { server } = await openShop();
    expect(await reaches('127.0.0.1', server.port)).toBe(true);
    expect(await reaches('127.0.0.2', server.port)).toBe(false);
    const open = await openShop({ host: '0.0.0.0' });
    expect(await reaches('127.0.0.2', open.server.port)).toBe(true);
    expect(open.server.url).toBe(`http://localhost:${open.server.port}`);
  },
);

test('a host that is not an address of this machine is reported', async () => {
  await expect(openShop({ host: '192.0.2.1' })).rejects.toThrow(
    'HOST is "192.0.2.1", which is not an address of this machine',
  );
});

test('hashed files are cached for ever, pointers are revalidated every time', async () => {
  const { remote, get } = await openShop();
  const cachingOf = async (url: string) => (await get(url, html)).headers.get('cache-control');
  const forEver = 'public, max-age=31536000, immutable';
  expect(await cachingOf('/static/js/index.111.js')).toBe(forEver);
  expect(await cachingOf(`${remote}/remoteEntry.js`)).toBe(forEver);
  expect(await cachingOf('/images/shirt.svg?v=1a2b')).toBe(forEver);
  expect(await cachingOf('/images/shirt.svg')).toBe('public, max-age=3600');
  expect(await cachingOf('/favicon.svg')).toBe('public, max-age=3600');
  for (const pointer of ['/', '/productlist', '/registry.json', '/config.json']) {
    expect(await cachingOf(pointer)).toBe('no-cache');
  }
});

test('the script in which workers begin may do what a page may, also when the browser has it; other files may do nothing', async () => {
  const { release, get } = await openShop();
  const config = { apiBaseUrl: 'https://api.example/v1', remoteOrigins: ['https://cdn.example'] };
  await writeFiles(release, {
    'config.json': JSON.stringify(config),
    ...{ 'worker.js': 'importScripts()', 'static/worker.js': '', 'images/worker.js': '' },
  });
  const policyOf = async (url: string, headers = {}) =>
    (await get(url, headers)).headers.get('content-security-policy');
  const page = await policyOf('/', html);
  expect(page).toMatch(/connect-src 'self' https:\/\/cdn\.example https:\/\/api\.example;/);
  expect(await policyOf('/worker.js')).toBe(page);
  const etag = (await get('/worker.js')).headers.get('etag') ?? '';
  expect((await get('/worker.js', { 'if-none-match': etag })).status).toBe(304);
  expect(await policyOf('/worker.js', { 'if-none-match': etag })).toBe(page);
  for (const file of ['/static/worker.js', '/images/worker.js'])
    expect(await policyOf(file)).toMatch(/^default-src 'none'/);
});

test('HEAD has the headers of GET, and no body', async () => {
  const { server, get } = await openShop();
  for (const url of ['/', '/registry.json']) {
    const headers = { 'accept-encoding': 'br' };
    const head = await fetch(server.url + url, { method: 'HEAD', headers });
    const names = ['etag', 'vary', 'content-encoding', 'content-length', 'content-type'];
    const { headers: expected } = await get(url, headers);
    for (const name of names) expect(head.headers.get(name), name).toBe(expected.get(name));
    expect(await head.text()).toBe('');
  }
});

test('the complete registry is cached for ever, from the server and from the disk', async () => {
  const { release, get } = await openShop();
  const address = /"complete":"([^"]+)"/.exec(await (await get('/', html)).text())?.[1] ?? '';
  const live = await get(address);
  expect(live.headers.get('cache-control')).toContain('immutable');
  expect(live.headers.get('content-type')).toBe('application/json');
  const { shell } = await (await get('/registry.json')).json();
  const edited = JSON.stringify({ format: 2, shell, remotes: [] });
  await writeFiles(release, { 'registry.json': edited });
  expect(await (await get('/', html)).text()).not.toContain(address);
  const older = await get(address);
  expect(older.headers.get('cache-control')).toContain('immutable');
  expect(await older.text()).toBe(await live.text());
});

test('files may be read and timed from another origin, with their content type', async () => {
  const { remote, get } = await openShop();
  const { headers } = await get(`${remote}/remoteEntry.js`);
  expect(headers.get('access-control-allow-origin')).toBe('*');
  expect(headers.get('timing-allow-origin')).toBe('*');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-type')).toBe('text/javascript');
});

test.each([
  ['/', 200],
  ['/?sort=1', 200],
  // No remote of this release declares these paths: the page says so itself.
  ['/index.html', 404],
  ['/productlist/linen-shirt', 404],
  ['/nowhere?sort=1', 404],
  // Malformed: no UTF-8.
  ['/productlist/%', 404],
  ['/%E0%A4%A', 404],
])('%s opens the shop with status %i, with its documents in the page', async (url, status) => {
  const { get } = await openShop();
  const response = await get(url, html);
  expect(response.status).toBe(status);
  const page = await response.text();
  expect(page).toContain('id="patchwork-registry">{"format":2,"remotes":[{"id":"mfe-catalog"');
  expect(page).toContain('id="patchwork-config">{}</script>');
});

test.each([
  '/static/js/gone.js',
  '/static/js',
  '/remotes/mfe-catalog/0.0.1/remoteEntry.js',
  '/images/none',
  '/api/products',
  '/api/%',
  '/gone.txt',
  '/.registry.json.half-written',
])('%s is missing, and the page is not sent instead', async (url) => {
  const { get } = await openShop();
  const response = await get(url, html);
  expect(response.status).toBe(404);
  expect(response.headers.get('content-type')).toBe('text/plain;charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-cache');
});

test('the page of an unknown path is sent again, as a 404 is not cached by its tag', async () => {
  const { get } = await openShop();
  const etag = (await get('/nowhere', html)).headers.get('etag') ?? '';
  expect((await get('/nowhere', { ...html, 'if-none-match': etag })).status).toBe(404);
});

test('a client that does not accept HTML does not get the page', async () => {
  const { get } = await openShop();
  expect((await get('/productlist', { accept: 'application/json' })).status).toBe(404);
});

test.each([
  ['GET /%E0%A4%A', 404],
  ['GET /%/../package.json', 404],
  ['GET /static/%2e%2e/%2e%2e/%', 404],
  ['GET /%00', 400],
  ['GET /../package.json', 404],
  ['GET /static/..%2f..%2f..%2fpackage.json', 404],
  ['GET /static/%2e%2e/%2e%2e/shell/package.json', 404],
  ['GET /static\\..\\..\\shell\\package.json', 404],
  ['POST /', 405],
  ['GET //registry.json', 404],
  ['GET /registry.json/', 404],
])('%s returns %i', async (line, status) => {
  const { server } = await openShop();
  expect(await raw(server.port, line)).toContain(`HTTP/1.1 ${status} `);
});

test('a range whose end is before its start does no harm', async () => {
  const { server, get } = await openShop();
  const response = await raw(server.port, 'GET /favicon.svg', 'Range: bytes=5-2\r\n');
  expect(response).toContain('HTTP/1.1 200 ');
  expect((await get('/')).status).toBe(200);
});

test("a remote's deleted files are missing until they are back", async () => {
  const { release, remote, get } = await openShop();
  await rm(path.join(release, remote), { recursive: true });
  expect((await get(`${remote}/remoteEntry.js`)).status).toBe(404);
  await writeFiles(path.join(release, remote), { 'remoteEntry.js': 'container' });
  expect(await (await get(`${remote}/remoteEntry.js`)).text()).toBe('container');
});

test('a taken port is reported in one line', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, resolve));
  onTestFinished(() => void other.close());
  const address = other.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  await expectFailure(
    openShop({ port }),
    ReleaseError,
    `Port ${port} is taken: stop the other program or choose`,
  );
});

test('stopping closes keep-alive connections', async () => {
  const { server } = await openShop();
  const socket = connect(server.port, '127.0.0.1');
  await new Promise((resolve) => {
    socket.once('data', resolve);
    socket.write('GET /favicon.svg HTTP/1.1\r\nHost: shop\r\n\r\n');
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await server.stop();
  await closed;
});

test('another server at the origin gets the requests that it handles, of every method', async () => {
  const { get, server } = await openShop({
    delegate: {
      handles: (pathname) => pathname.startsWith('/api/'),
      listener: (request, response) => response.end(`${request.method} ${request.url}`),
    },
  });
  expect(await (await get('/api/products?limit=2')).text()).toBe('GET /api/products?limit=2');
  const posted = await fetch(`${server.url}/api/user/cart`, { method: 'POST' });
  expect(await posted.text()).toBe('POST /api/user/cart');
  expect(await (await get('/apiary', html)).text()).toContain('id="patchwork-registry"');
  expect(await (await get('/registry.json')).json()).toMatchObject({ format: 2 });
});

const canonicalFrom = async (
  { getFrom }: Awaited<ReturnType<typeof openShirtShop>>,
  host: string,
) => readHead(await getFrom(host, '/shirts')).canonical;

test.each(['shop.example', 'localhost:3000', '[::1]:3000', 'shop.example"><script>', 'a b'])(
  'without a configured origin the host %s enters no page, robots.txt or sitemap',
  async (host) => {
    const { getFrom } = await openShirtShop({ origin: undefined });
    const page = await getFrom(host, '/shirts');
    expect(page).toContain('200 OK');
    expect(readHead(page)).toMatchObject({ canonical: undefined, og: { url: undefined } });
    expect(page).not.toContain(host);
    const robots = await getFrom(host, '/robots.txt');
    expect(robots).toContain('200 OK');
    expect(robots).not.toContain('Sitemap');
    expect(await getFrom(host, '/sitemap.xml')).toContain('404 Not Found');
  },
);

test('a configured origin is used, whatever host a request names', async () => {
  const shop = await openShirtShop({ origin: 'https://shop.example' });
  expect(await canonicalFrom(shop, 'evil.example')).toBe('https://shop.example/shirts');
});

test('the origin may be in config.json, and that of the command takes precedence', async () => {
  const defaultConfig = { origin: 'https://configured.example' };
  const configured = await openShirtShop({ origin: undefined, defaultConfig });
  expect(await canonicalFrom(configured, 'localhost')).toBe('https://configured.example/shirts');
  const both = await openShirtShop({ defaultConfig });
  expect(await canonicalFrom(both, 'localhost')).toBe('https://shop.example/shirts');
});

test.each(['shop.example', 'https://shop.example/', 'ftp://shop.example', ''])(
  'a shop is not served with “%s” as its origin',
  async (origin) => {
    await expect(openShirtShop({ origin })).rejects.toThrow(`--origin is "${origin}"`);
  },
);

test.each([
  [undefined, 3000],
  ['', 3000],
  ['3100', 3100],
  ['0', 0],
])('PORT=%s is port %i', (value, port) => {
  expect(readPort(value, 3000)).toBe(port);
});

test.each(['abc', '-1', '3.5', '65536', '0x10', ' 80'])('PORT=%s is refused', (value) => {
  expect(() => readPort(value, 3000)).toThrow(`PORT is "${value}", which is not a port`);
});
