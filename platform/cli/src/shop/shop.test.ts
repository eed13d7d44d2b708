import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { integrityOf, serve } from '@patchwork/release';
import { temporaryFolder } from '@patchwork/release/testing';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../local-server.ts';
import { openTerminal } from '../release/testing.ts';
import { fetchShop, readSharedVersions, readShop } from './shop.ts';

/** A workspace whose shell and remote are live, and the address at which they are served. */
async function openShop() {
  const terminal = await openTerminal();
  await terminal.run('publish', '--all');
  const release = path.join(terminal.root, '.release');
  const { url, stop } = await serve({ release, port: 0, report: () => undefined });
  onTestFinished(stop);
  return { ...terminal, release, url };
}

/** Returns the name of the only version of mfe-catalog. */
async function versionIn(release: string): Promise<string> {
  const [version = ''] = await readdir(path.join(release, 'remotes/mfe-catalog'));
  return version;
}

test('a check against a shop at an address is like one against its release folder', async () => {
  const { run, change, findings, url } = await openShop();
  await change('a change');
  expect(await run('check', 'mfe-catalog', '--shop', url)).toMatchObject({
    code: 0,
    out: expect.stringContaining('yes  mfe-catalog can be deployed'),
  });
  findings.push({ severity: 'refusal', rule: 'routes', message: 'Taken.', ours: 'mfe-catalog 2' });
  expect((await run('check', 'mfe-catalog', '--shop', url)).code).toBe(1);
});

test('a list of a shop at an address has what is live, and leaves out what is unknown there', async () => {
  const { run, url } = await openShop();
  const { code, out } = await run('list', '--shop', url);
  expect(code).toBe(0);
  expect(out).toMatch(/mfe-catalog +Catalogue +1\.2\.0-\w+/);
  expect(out).not.toContain('write-page');
  const { pieces } = (await run('list', '--shop', url, '--json')).json();
  expect(pieces[0]).not.toHaveProperty('versions');
});

test('the versions that the live shell shares are read from the shop', async () => {
  const { url } = await openShop();
  expect(await readSharedVersions(await readShop(url))).toMatchObject({ react: '19.3.1' });
});

test.each([
  [['publish', 'mfe-catalog'], 'This needs the shop’s release folder itself: name it, as in --to'],
  [['history'], 'This needs the shop’s release folder itself'],
  [['list', 'mfe-catalog'], 'A shop’s address tells only what is live'],
])('%j is refused for a shop at an address', async (args, message) => {
  const { run, url } = await openShop();
  const { code, err } = await run(...args, '--shop', url);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('a copy holds each live version once, and no bytes that its release.json does not state', async () => {
  const { release, url } = await openShop();
  const root = await temporaryFolder();
  const copy = await fetchShop(url, root);
  const own = path.join('remotes/mfe-catalog', await versionIn(release));
  const served = await readdir(path.join(release, own));
  expect(await readdir(path.join(copy.folder, own))).toEqual(
    served.filter((file) => !/\.(?:br|gz|dcz)$/.test(file)),
  );
  await appendFile(path.join(release, own, 'remoteEntry.js'), 'changed');
  expect(await fetchShop(url, root)).toEqual(copy);
  const { folder, problems } = await fetchShop(url, await temporaryFolder());
  expect(problems).toEqual([
    expect.stringMatching(/remoteEntry\.js differs from the hash in its release\.json/),
  ]);
  expect(await readdir(path.join(folder, own))).not.toContain('remoteEntry.js');
});

const filePolicy = "default-src 'none'; sandbox";

/** Serves a shop whose server sends the script in which workers begin like this. */
async function behind(shop: string, worker: { status: number; policy: string }): Promise<string> {
  const { url, stop } = await listen(async (request, response) => {
    if (request.url === '/worker.js') {
      const headers = {
        'content-type': 'text/javascript',
        'content-security-policy': worker.policy,
      };
      response.writeHead(worker.status, headers).end('start();');
      return;
    }
    const answer = await fetch(shop + request.url);
    response.writeHead(answer.status).end(Buffer.from(await answer.arrayBuffer()));
  });
  onTestFinished(stop);
  return url;
}

const starting = "new Worker('/worker.js#' + file)";

test.each([
  [
    'a worker and a server that has the script with its page’s policy',
    starting,
    200,
    "connect-src 'self'",
    '',
  ],
  [
    'a worker and a server that sends files with no rights',
    starting,
    200,
    filePolicy,
    'A web server of your own',
  ],
  ['a worker and a shop without the script', starting, 404, filePolicy, 'must release a shell'],
  ['no worker, whatever the server sends', 'home()', 200, filePolicy, ''],
])('a check of a remote with %s', async (_what, code, status, policy, warned) => {
  const { run, change, url } = await openShop();
  await change(code);
  const shop = await behind(url, { status, policy });
  const { code: ended, out } = await run('check', 'mfe-catalog', '--shop', shop);
  expect(ended).toBe(0);
  if (warned === '') expect(out).not.toContain('/worker.js');
  else expect(out).toMatch(new RegExp(`warning: loading .*/worker\\.js.*${warned}`, 's'));
});

test('a missing file of a live remote is a warning to a check, and nothing to what does not read it', async () => {
  const { run, change, release, url } = await openShop();
  const version = await versionIn(release);
  await change('a change');
  for (const ending of ['', '.br', '.gz'])
    await rm(path.join(release, 'remotes/mfe-catalog', version, `remoteEntry.js${ending}`), {
      force: true,
    });
  const { code, out } = await run('check', 'mfe-catalog', '--shop', url);
  expect(code).toBe(0);
  expect(out.replaceAll(/\s+/g, ' ')).toContain(
    `The shop’s mfe-catalog ${version} lacks a file: ${url}/remotes/mfe-catalog/${version}/remoteEntry.js returns 404: the shop does not serve it. What reads the file goes without it. The team Catalogue can publish it again, or go back: patchwork rollback mfe-catalog`,
  );
  const root = await temporaryFolder();
  expect((await fetchShop(url, root, 'types')).problems).toEqual([]);
  expect((await fetchShop(url, root, 'all')).problems).toHaveLength(1);
  expect((await run('list', '--shop', url)).out).not.toContain('lacks a file');
});

/** Serves a shop whose shell has this version and this file. `send` sends the file. */
async function openShell(
  version: string,
  file: string,
  send = (response: ServerResponse): unknown => response.end('{}'),
): Promise<string> {
  const { url, stop } = await listen((request, response) => {
    if (request.url === '/registry.json')
      response.end(JSON.stringify({ format: 2, shell: { version }, remotes: [] }));
    else if (request.url?.endsWith('/release.json'))
      response.end(JSON.stringify({ integrity: { [file]: integrityOf(Buffer.from('{}')) } }));
    else send(response);
  });
  onTestFinished(stop);
  return url;
}

test('a file that an interrupted download left incomplete is downloaded again', async () => {
  const url = await openShell('1', 'static/a.js');
  const root = await temporaryFolder();
  const { folder } = await fetchShop(url, root);
  await writeFile(path.join(folder, 'static/a.js'), '{');
  await fetchShop(url, root);
  expect(await readFile(path.join(folder, 'static/a.js'), 'utf8')).toBe('{}');
});

test.each([
  ['version', '../../../1', 'static/a.js'],
  ['file', '1', '../../a.js'],
  ['file of the version', '1', 'shell/1/../../../../a.js'],
])('a %s whose path leads out of the copy is refused', async (_what, version, file) => {
  const root = await temporaryFolder();
  await expect(fetchShop(await openShell(version, file), root)).rejects.toThrow(
    /^http:\/\/localhost:\d+ names “\S+”, which leads out of the folder of its copy/,
  );
  expect(await readdir(root, { recursive: true })).not.toContainEqual(
    expect.stringMatching(/(?:a\.js|release\.json)$/),
  );
});

test.each([
  ['begins', (response: ServerResponse) => response.destroy()],
  [
    'ends',
    (response: ServerResponse) =>
      response.write('{', () => setTimeout(() => response.destroy(), 50)),
  ],
])('a file whose connection closes before its answer %s is named', async (_when, send) => {
  const url = await openShell('1', 'static/a.js', send);
  await expect(fetchShop(url, await temporaryFolder())).rejects.toThrow(
    new RegExp(`^${url}/static/a\\.js can’t be read \\(.+\\): try again`),
  );
});

test.each([
  ['registry.json', readShop, 'is not a registry'],
  ['release.json', fetchShop, 'can’t be read'],
  ['a.js', fetchShop, 'can’t be read'],
  ['config.json', fetchShop, 'can’t be read'],
])('%s is not decoded if a shop sends it compressed', async (compressed, read, message) => {
  const accepted: unknown[] = [];
  const { url, stop } = await listen((request, response) => {
    accepted.push(request.headers['accept-encoding']);
    const documents: Readonly<Record<string, object>> = {
      '/registry.json': { format: 2, shell: { version: '1' }, remotes: [] },
      '/shell/1/release.json': { integrity: { 'static/a.js': integrityOf(Buffer.from('{}')) } },
    };
    const body = Buffer.from(JSON.stringify(documents[request.url ?? ''] ?? {}));
    if (!request.url?.endsWith(`/${compressed}`)) response.end(body);
    else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(body));
  });
  onTestFinished(stop);
  await expect(read(url, await temporaryFolder())).rejects.toThrow(
    new RegExp(`${compressed} ${message} \\(it is sent with “content-encoding: gzip”, although`),
  );
  expect(new Set(accepted)).toEqual(new Set(['identity']));
});

test('a shop that has moved to another address is followed there, and a circle is named', async () => {
  const { url } = await openShop();
  const former = await listen((request, response) => {
    const location = request.url === '/registry.json' ? `${url}/registry.json` : request.url;
    response.writeHead(308, { location }).end();
  });
  onTestFinished(former.stop);
  expect((await readShop(former.url)).shell).toBeDefined();
  await expect(fetchShop(former.url, await temporaryFolder())).rejects.toThrow(
    /can’t be read \(it redirects too often\)/,
  );
});
