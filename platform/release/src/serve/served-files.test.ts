import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder, writeFiles } from '../testing/release.ts';
import { html, openShop, publishShop } from '../testing/served-shop.ts';
import { openShirtShop, raw } from '../testing/shirt-shop.ts';
import { serve } from './serve.ts';

publishShop();

test.each(['/index.html', '/registry.json', '/config.json'])(
  '%s is made for each request, and its copy on the disk is sent under no other name',
  async (name) => {
    const { release, server, get } = await openShop();
    await writeFiles(release, { 'config.json': '{}' });
    await symlink(path.join(release, name), path.join(release, 'alias.txt'));
    for (const copy of ['.br', '.gz']) await writeFiles(release, { [name + copy]: 'on the disk' });
    const made = await (await get(name, html)).text();
    for (const other of [`${name}/`, `/${name}`, `${name}.br`, `${name}.gz`, '/alias.txt']) {
      const response = await raw(server.port, `GET ${other}`, 'Accept: text/html\r\n');
      expect(response, other).toContain('HTTP/1.1 404 ');
      expect(response, other).not.toContain('on the disk');
    }
    expect(await (await get(name, { ...html, 'accept-encoding': 'br' })).text()).toBe(made);
  },
);

test('a link that leads out of the folder is not followed, one inside is', async () => {
  const { release, get } = await openShop();
  const outside = await temporaryFolder();
  await writeFiles(outside, { 'secret.txt': 'secret' });
  const relative = path.relative(path.join(release, 'static/js'), outside);
  await symlink(path.join(outside, 'secret.txt'), path.join(release, 'static/out.txt'));
  await symlink(path.join(relative, 'secret.txt'), path.join(release, 'static/js/out.txt'));
  await symlink(outside, path.join(release, 'static/up'));
  await symlink('loop', path.join(release, 'static/loop'));
  await symlink('js/index.111.js', path.join(release, 'static/inside.js'));
  for (const url of [
    '/static/out.txt',
    '/static/js/out.txt',
    '/static/up/secret.txt',
    '/static/loop',
  ]) {
    const response = await get(url);
    expect(response.status, url).toBe(404);
    expect(await response.text(), url).not.toContain('secret');
  }
  expect((await get('/static/inside.js')).status).toBe(200);
});

test('the history, which names people, is sent at no address', async () => {
  const { release, server } = await openShop();
  await writeFiles(release, { '.history/moves.jsonl': 'Ada <ada@shop.example>' });
  await symlink('../.history', path.join(release, 'static/log'));
  for (const address of [
    '/.history/moves.jsonl',
    '/%2ehistory/moves.jsonl',
    '//.history/moves.jsonl',
    '/static/../.history/moves.jsonl',
    '/static/log/moves.jsonl',
  ]) {
    const response = await raw(server.port, `GET ${address}`);
    expect(response, address).toContain('HTTP/1.1 404 ');
    expect(response, address).not.toContain('Ada');
  }
});

test('a release folder that is a link itself is served', async () => {
  const { release, remote } = await openShop();
  const link = `${release}-live`;
  await symlink(release, link);
  onTestFinished(() => rm(link));
  const server = await serve({ release: link, port: 0 });
  onTestFinished(() => server.stop());
  expect((await fetch(`${server.url}${remote}/remoteEntry.js`)).status).toBe(200);
});

test.runIf(existsSync('/usr/bin/mkfifo'))(
  'a pipe is no file, and no request waits for it',
  async () => {
    const { release, get } = await openShop();
    execFileSync('/usr/bin/mkfifo', [path.join(release, 'static/pipe.js')]);
    expect((await get('/static/pipe.js')).status).toBe(404);
  },
);

test('the refusal of a method names those that are allowed', async () => {
  const { server } = await openShop();
  for (const method of ['POST', 'DELETE', 'OPTIONS']) {
    const response = await fetch(`${server.url}/`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  }
  expect(await raw(server.port, 'TRACE /')).toMatch(/^HTTP\/1.1 405 /);
});

test.each([
  ['br;q=0', null],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000,gzip;q=0', null],
  ['*;q=0', null],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['brotli, xbr', null],
  ['BR ; Q=0.5', 'br'],
])('Accept-Encoding: %s gets %s, for the page and for files', async (accepted, coding) => {
  const { server } = await openShop();
  for (const url of ['/', '/static/js/index.111.js']) {
    const response = await raw(server.port, `HEAD ${url}`, `Accept-Encoding: ${accepted}\r\n`);
    const [, sent = null] = /content-encoding: (\w+)/i.exec(response) ?? [];
    expect(sent, url).toBe(coding);
    expect(response, url).toMatch(/\r\nvary: accept-encoding/i);
  }
});

test('a script is sent as its difference from the version that a browser has, if there is one', async () => {
  const { release, server, remote } = await openShop();
  const hash = Buffer.alloc(32, 'earlier version');
  const has = `Available-Dictionary: :${hash.toString('base64')}:\r\n`;
  const script = `${remote}/static/js/async/Home.1a2b3c.js`;
  const delta = `${script}.${hash.toString('hex')}.dcz`;
  await writeFiles(release, { [delta]: 'the difference' });
  const get = (headers: string) => raw(server.port, `GET ${script}`, headers);

  const sent = await get(`Accept-Encoding: gzip, br, dcb, dcz\r\n${has}`);
  expect(sent).toMatch(/\r\ncontent-encoding: dcz\r\n.*the difference/s);
  expect(sent).toMatch(/\r\nvary: accept-encoding, available-dictionary\r\n/i);
  expect(sent).toMatch(/\r\ncontent-type: text\/javascript\r\n/);
  for (const [coding, headers] of [
    [
      'br',
      `Accept-Encoding: br, dcz\r\nAvailable-Dictionary: :${hash.fill(0).toString('base64')}:\r\n`,
    ],
    ['br', `Accept-Encoding: br\r\n${has}`],
    ['gzip', `Accept-Encoding: gzip, dcz;q=0\r\n${has}`],
  ] as const) {
    expect(await get(headers), headers).toContain(`\r\ncontent-encoding: ${coding}\r\n`);
  }
  const pattern = `/remotes/mfe-catalog/*/static/js/async/Home.1a2b3c.js`;
  expect(sent).toContain(`\r\nuse-as-dictionary: match="${pattern}", match-dest=("script")\r\n`);
});

test('a client that has one of several versions, or any version, is not sent the file again', async () => {
  const { get } = await openShop();
  for (const url of ['/', '/registry.json', '/static/js/index.111.js']) {
    const etag = (await get(url)).headers.get('etag') ?? '';
    const strong = etag.replace('W/', '');
    for (const known of [etag, `"other", ${etag}`, `W/"a,b",${etag} , "c"`, strong, '*']) {
      expect((await get(url, { 'if-none-match': known })).status, known).toBe(304);
    }
    for (const unknown of ['"other"', `${etag.slice(0, -1)}x"`, '', '"*"']) {
      expect((await get(url, { 'if-none-match': unknown })).status, unknown).toBe(200);
    }
  }
});

test('a file that has not been modified since a time is not sent again, unless its tag is another', async () => {
  const { get } = await openShop();
  const url = '/static/js/index.111.js';
  const status = async (headers: Record<string, string>) => (await get(url, headers)).status;
  const modified = (await get(url)).headers.get('last-modified') ?? '';
  const secondsLater = (count: number) =>
    new Date(Date.parse(modified) + count * 1000).toUTCString();
  expect(await status({ 'if-modified-since': modified })).toBe(304);
  expect(await status({ 'if-modified-since': secondsLater(60) })).toBe(304);
  expect(await status({ 'if-modified-since': secondsLater(-1) })).toBe(200);
  expect(await status({ 'if-modified-since': 'yesterday' })).toBe(200);
  expect(await status({ 'if-modified-since': modified, 'if-none-match': '"other"' })).toBe(200);
});

test('bytes that are no request are refused with the headers of every response', async () => {
  const { server, get } = await openShop();
  const response = await raw(server.port, 'nonsense');
  expect(response).toContain('HTTP/1.1 400 ');
  expect(response).toContain('x-content-type-options: nosniff');
  expect(response).toContain("frame-ancestors 'none'");
  expect((await get('/')).status).toBe(200);
});

function isOpenFile(descriptor: string, folder: string): boolean {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`).includes(folder);
  } catch {
    return false;
  }
}

test.runIf(process.platform === 'linux')(
  'clients that ask for files and leave keep none of them open',
  async () => {
    const release = await temporaryFolder();
    await writeFiles(release, { 'static/js/large.js': 'x'.repeat(20_000_000) });
    const server = await serve({ release, port: 0, report: () => undefined });
    onTestFinished(() => server.stop());
    const openFiles = () =>
      readdirSync('/proc/self/fd').filter((name) => isOpenFile(name, release)).length;

    const warned = vi.fn();
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const clients = Array.from({ length: 30 }, () => connect(server.port).pause());
    for (const client of clients)
      client.write('GET /static/js/large.js HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await vi.waitFor(() => expect(openFiles()).toBeGreaterThan(10), { timeout: 10_000 });
    for (const client of clients) client.destroy();
    // A garbage collection would close them later, with a warning.
    await vi.waitFor(() => expect(openFiles()).toBe(0), { timeout: 3000 });
    expect(warned).not.toHaveBeenCalled();
  },
);

test('a client that asks again as soon as it has the last byte of a file keeps its connection', async () => {
  const release = await temporaryFolder();
  const sizes = { none: 0, small: 1, exact: 65_536, large: 300_000 };
  await writeFiles(
    release,
    Object.fromEntries(
      Object.entries(sizes).map(([name, size]) => [`static/${name}.js`, 'x'.repeat(size)]),
    ),
  );
  const server = await serve({ release, port: 0, report: () => undefined });
  onTestFinished(() => server.stop());
  const client = connect(server.port);
  const end = new Promise<string>((resolve) => client.on('close', () => resolve('closed')));
  for (let count = 0; count < 120; count += 1) {
    const [name = '', size] = Object.entries(sizes)[count % 4] ?? [];
    client.write(`GET /static/${name}.js HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    const received = new Promise<string>((resolve) => {
      let text = '';
      client.removeAllListeners('data').on('data', (data) => {
        text += data.toString('latin1');
        const [head = '', body] = text.split('\r\n\r\n');
        if (body?.length === size) resolve(head.slice(0, 15));
      });
    });
    expect(await Promise.race([received, end])).toBe('HTTP/1.1 200 OK');
  }
  client.destroy();
});

const forPages = { accept: 'text/html,*/*;q=0.8' };

async function openShirts() {
  const api = async () => Response.json({ shirt: { name: 'Linen' } });
  const { url } = await openShirtShop({ api });
  return (path: string, headers: Record<string, string> = forPages) =>
    fetch(url + path, { headers });
}

test.each(['/shirts/a.b', '/shirts/linen.js', '/shirts/v1.2.3'])(
  'the page of a declared path with a dot can be loaded: %s',
  async (path) => {
    const response = await (await openShirts())(path);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html;charset=utf-8');
  },
);

test('a script at the path of a page with a dot is missing: HTML is no script', async () => {
  const get = await openShirts();
  expect((await get('/shirts/linen.js', { accept: '*/*' })).status).toBe(404);
});

test.each(['/nowhere/a.b', '/shirts/a/b.js', '/favicon.ico', '/static/a.b'])(
  'a path with a dot that no remote declares is a file that is missing: %s',
  async (path) => {
    const response = await (await openShirts())(path);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('Not found.\n');
  },
);
