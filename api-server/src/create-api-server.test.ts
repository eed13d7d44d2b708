import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoAccount } from '@patchwork/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from './create-api-server.ts';
import { openTestServer } from './testing/server.ts';

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-api-'));
});

afterAll(() => rm(folder, { recursive: true }));

const open = () => openTestServer({ database: { kind: 'folder', folder } });

const post = (server: ApiServer, url: string, body: object) =>
  server.fetch(
    new Request(`http://localhost${url}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );

async function statusOfCart(server: ApiServer, authorization: string): Promise<number> {
  const headers = { authorization };
  return (await server.fetch(new Request('http://localhost/api/user/cart', { headers }))).status;
}

/** Two embedded databases open in four seconds, under load in more than twenty. */
const TIMEOUT_MS = 120_000;

test('a stop finishes what was begun, and a later start finds it, its session and the sample', {
  timeout: TIMEOUT_MS,
}, async () => {
  const first = await open();
  const account = {
    name: 'Meera Das',
    email: 'meera@patchwork.example',
    password: 'loom and thread',
  };
  const begun = post(first, '/api/auth/signup', account);
  const stopped = first.stop();
  expect((await post(first, '/api/auth/login', account)).status).toBe(503);
  const signup = await begun;
  expect(signup.status).toBe(201);
  await stopped;

  const second = await open();
  const { encodedToken } = (await signup.json()) as { encodedToken: string };
  expect(await statusOfCart(second, encodedToken)).toBe(200);
  expect((await post(second, '/api/auth/login', demoAccount)).status).toBe(200);
  const products = await second.fetch(new Request('http://localhost/api/products'));
  expect(await products.json()).toMatchObject({ products: { length: 14 } });
  await second.stop();
});
