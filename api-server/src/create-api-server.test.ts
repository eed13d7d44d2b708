import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoAccount } from '@patchwork/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer } from './testing/server.ts';
import { connect, newAccount } from './testing/shopper.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-api-'));
});

afterAll(() => rm(folder, { recursive: true }));

const open = () => openTestServer({ database: { kind: 'folder', folder } });

test('a page on another origin can read the refusal of a stopping server', async () => {
  const origin = 'https://shop.example';
  const server = await openTestServer({ corsOrigins: [origin] });
  await server.stop();
  const headers = { origin, 'x-request-id': 'from-the-page' };
  const answer = await server.fetch(new Request('http://localhost/api/products', { headers }));
  expect(answer.status).toBe(503);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': origin,
    connection: 'close',
    'retry-after': '5',
    'x-content-type-options': 'nosniff',
    'x-request-id': 'from-the-page',
  });
});

test('a draining server fails its health check, answers everything else, and closes each connection', async () => {
  const server = await openTestServer();
  const get = (path: string) => server.fetch(new Request(`http://localhost${path}`));
  const closing = async (path: string) => {
    const { status, headers } = await get(path);
    return [path, status, headers.get('connection')];
  };
  expect(await closing('/readyz')).toEqual(['/readyz', 200, null]);
  server.drain();
  expect(await closing('/readyz')).toEqual(['/readyz', 503, 'close']);
  for (const path of ['/healthz', '/api/products', '/api/openapi.json']) {
    expect(await closing(path)).toEqual([path, 200, 'close']);
  }
  expect(await closing('/api/user/cart')).toEqual(['/api/user/cart', 401, 'close']);
  expect(await closing('/api/unknown')).toEqual(['/api/unknown', 404, 'close']);
  await server.stop();
  expect(await closing('/readyz')).toEqual(['/readyz', 503, 'close']);
});

/** Opening two embedded databases takes four seconds, over twenty on a busy machine. */
const TIMEOUT_MS = 120_000;

test('a stopping server finishes pending requests; after a restart, its data, sessions and sample data are there', {
  timeout: TIMEOUT_MS,
}, async () => {
  const first = await open();
  const account = newAccount();
  const begun = connect(first)('POST', '/auth/signup', account);
  const stopped = first.stop();
  expect(await connect(first)('POST', '/auth/login', account)).toMatchObject({
    status: 503,
    data: { errors: ['The server is being restarted. Please try again.'] },
  });
  const signup = await begun;
  expect(signup.status).toBe(201);
  await stopped;

  const second = await open();
  const call = connect(second, signup.data.encodedToken);
  expect((await call('GET', '/user/cart')).status).toBe(200);
  expect((await call('POST', '/auth/login', demoAccount)).status).toBe(200);
  expect((await call('GET', '/products')).data).toMatchObject({ products: { length: 14 } });
  await second.stop();
});
