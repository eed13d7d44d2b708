import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { S3 } from '@aws-sdk/client-s3';
import { ConflictError, refreshStore, serve } from '@patchwork/release';
import { buildRemote } from '@patchwork/release/testing';
import { createObject } from '@patchwork/release/testing/s3-bucket';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../local-server.ts';
import { openStore } from './s3.ts';
import { openTerminal } from './testing.ts';
import { startS3 } from './testing-s3.ts';

const to = 's3://shop/live';

/** Opens a terminal whose commands work on an object store. */
async function openShop() {
  const s3 = await startS3();
  const terminal = await openTerminal();
  const run = (...args: string[]) => terminal.run(...args, '--to', to);
  return { s3, terminal, run };
}

const client = (endpoint: string) =>
  new S3({ endpoint, forcePathStyle: true, region: 'us-east-1' });

test('all commands work on an object store as they do on a folder', async () => {
  const { run, terminal, s3 } = await openShop();
  const folder = await openTerminal();
  const commands = [
    ['publish', '--all'],
    ['canary', 'mfe-catalog', '10'],
    ['promote', 'mfe-catalog'],
    ['rollback', 'mfe-catalog'],
    ['preview', 'mfe-catalog', '--name', 'pr-1'],
    ['end-preview', 'pr-1'],
    ['withdraw', 'mfe-catalog', '--anyway'],
    ['rollback', 'mfe-catalog'],
    ['list'],
    ['list', 'mfe-catalog'],
    ['check', 'mfe-catalog'],
    ['prune', '--keep', '0'],
    ['write-page'],
  ];
  const onlyDates = (text: string) =>
    text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d/g, 'then').replaceAll(/at s3:.*|at \/.*/g, '');
  for (const [index, command] of commands.entries()) {
    if (command[0] === 'canary') {
      await terminal.change('b');
      await folder.change('b');
    }
    const [stored, local] = [await run(...command), await folder.run(...command)];
    expect(onlyDates(stored.out), String(index)).toBe(onlyDates(local.out));
    expect(stored.code).toBe(local.code);
  }
  const moves = (text: string) => JSON.parse(text).moves.map(({ command }: never) => command);
  expect(moves((await run('history', '--json')).out)).toEqual(
    moves((await folder.run('history', '--json')).out),
  );
  await client(s3.url).deleteObject({ Bucket: 'shop', Key: 'live/registry.json' });
  expect((await run('recover')).out).toContain('found in');
});

test('files are stored as the release server sends them: type, caching and compression', async () => {
  const { run, s3 } = await openShop();
  await run('publish', '--all');
  const bucket = client(s3.url);
  const { Contents = [] } = await bucket.listObjectsV2({ Bucket: 'shop' });
  const headersOf = async (ending: string) => {
    const Key = Contents.find((each) => each.Key?.endsWith(ending))?.Key ?? ending;
    const { ContentType, ContentEncoding, CacheControl } = await bucket.headObject({
      ...{ Bucket: 'shop', Key },
    });
    return [ContentType, ContentEncoding, CacheControl];
  };
  const immutable = 'public, max-age=31536000, immutable';
  expect(await headersOf('Home.1a2b3c.js')).toEqual(['text/javascript', undefined, immutable]);
  expect(await headersOf('Home.1a2b3c.js.br')).toEqual(['text/javascript', 'br', immutable]);
  expect(await headersOf('Home.1a2b3c.js.gz')).toEqual(['text/javascript', 'gzip', immutable]);
  expect(await headersOf('live/index.html')).toEqual([
    'text/html;charset=utf-8',
    undefined,
    'no-cache',
  ]);
  expect(await headersOf('live/registry.json')).toEqual([
    'application/json',
    undefined,
    'no-cache',
  ]);
  expect(await headersOf('live/favicon.svg')).toEqual([
    'image/svg+xml',
    undefined,
    'public, max-age=3600',
  ]);
});

test('a file that another machine has changed, deleted or made is not written over', async () => {
  const s3 = await startS3();
  const stores = [];
  for (const name of ['a', 'b']) {
    vi.stubEnv('XDG_CACHE_HOME', s3.caches(name));
    const store = await openStore(to, 'commands');
    await refreshStore(store);
    stores.push(store);
  }
  const [a, b] = stores;
  if (!a || !b) throw new Error('no stores');
  await a.replace('registry.json', '{"format":2,"remotes":[]}');
  await expect(b.replace('registry.json', 'other')).rejects.toThrow(ConflictError);
  await b.refresh();
  await b.replace('registry.json', '{"format":2,"remotes":[ ]}');
  await expect(a.replace('registry.json', 'other')).rejects.toThrow(ConflictError);
  await b.remove(['registry.json']);
  await expect(a.replace('registry.json', 'other')).rejects.toThrow(ConflictError);
  await a.refresh();
  await a.replace('registry.json', '{"format":2,"remotes":[]}');
  await b.refresh();
  expect(await readFile(path.join(b.folder, 'registry.json'), 'utf8')).toContain('"remotes":[]');
});

test('a store of more objects than a listing has is copied whole', async () => {
  const { objects } = await startS3({ pageLength: 3 });
  const names = Array.from({ length: 10 }, (_, index) => `static/js/chunk.${index}0000000.js`);
  for (const name of ['registry.json', ...names]) {
    objects.set(`live/${name}`, createObject(Buffer.from('{"format":2,"remotes":[]}')));
  }
  const store = await openStore(to, 'commands');
  await store.refresh();
  expect(await readdir(path.join(store.folder, 'static/js'))).toHaveLength(names.length);
});

test('a server follows an object store, and goes on while it is away', async () => {
  const { run, terminal, s3 } = await openShop();
  await run('publish', '--all');
  const store = await openStore(to, 'serve');
  const reports: string[] = [];
  const report = (message: string) => void reports.push(message);
  const server = await serve({ release: store.folder, store, port: 0, report });
  onTestFinished(server.stop);
  const page = async () => (await fetch(server.url)).text();
  await terminal.change('b');
  const { out } = await run('publish', 'mfe-catalog', '--json');
  const { version } = JSON.parse(out).published[0];
  const start = performance.now();
  await vi.waitFor(async () => expect(await page()).toContain(version), 10_000);
  console.log(`followed after ${Math.round(performance.now() - start)} ms`);
  await s3.stop();
  await vi.waitFor(() => expect(reports).toHaveLength(1), 30_000);
  expect(reports[0]).toMatch(/^s3:\/\/shop\/live can’t be reached .*The last copy stays in use$/);
  expect(await page()).toContain(version);
  const again = await listen(s3.handle, s3.port);
  onTestFinished(again.stop);
  await vi.waitFor(() => expect(reports.at(-1)).toBe(`${to} is copied again`), 30_000);
}, 90_000);

test('a store that ignores conditions is refused before a pointer moves', async () => {
  await startS3({ ignoresConditions: true });
  const terminal = await openTerminal();
  const { code, err } = await terminal.run('publish', '--all', '--to', to);
  expect(code).toBe(3);
  expect(err).toContain('ignores the conditions of writes');
});

test('a store that can’t be used is named with what is wrong', async () => {
  await startS3();
  const terminal = await openTerminal();
  const fail = async (address: string) => {
    const { code, err } = await terminal.run('list', '--to', address);
    expect(code).toBe(3);
    return err;
  };
  expect(await fail('s3://none/live')).toContain('s3://none/live answered 404 NoSuchBucket');
  expect(await fail('s3://')).toContain('write it as s3://bucket/prefix');
  vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:9');
  expect(await fail(to)).toContain(`${to} can’t be reached`);
}, 30_000);

test('after a change, a CDN’s hook is told what to forget, and a failure of it is one of the command', async () => {
  const terminal = await openTerminal();
  await buildRemote(path.join(terminal.root, 'mfe-catalog'));
  const told: string[] = [];
  let status = 200;
  const hook = await listen(async (request, response) => {
    for await (const chunk of request) told.push(String(chunk));
    response.writeHead(status).end();
  });
  onTestFinished(hook.stop);
  expect((await terminal.run('publish', '--all', '--purge', hook.url)).code).toBe(0);
  expect(told).toEqual(['{"paths":["/","/index.html","/registry.json"]}']);
  await terminal.run('list', '--purge', hook.url);
  expect(told).toHaveLength(1);
  status = 500;
  await terminal.change('b');
  const { code, err } = await terminal.run('publish', 'mfe-catalog', '--purge', hook.url);
  expect(code).toBe(3);
  expect(err).toContain('The release was changed, but');
});
