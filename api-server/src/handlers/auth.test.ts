import { randomUUID } from 'node:crypto';
import { demoAccount } from '@patchwork/domain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import { openTestServer } from '../testing.ts';

let server: ApiServer;

beforeAll(async () => {
  server = await openTestServer({ attempts: { perAddress: 6, perEmail: 3 } });
});

afterAll(() => server.stop());

/** A network address of this test's own: attempts of other tests do not count. */
const freshAddress = (): string => randomUUID();

const freshAccount = () => ({ email: `${randomUUID()}@patchwork.example`, password: 'thread' });

async function post(path: string, body: object, address: string) {
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const { status, headers } = await server.fetch(request, address);
  return { status, retryAfter: Number(headers.get('retry-after')) };
}

const login = (body: object, address = freshAddress()) => post('/api/auth/login', body, address);
const signup = (body: object, address = freshAddress()) => post('/api/auth/signup', body, address);

async function openAccount() {
  const account = freshAccount();
  expect((await signup(account)).status).toBe(201);
  return { account, wrong: { ...account, password: 'wrong' } };
}

const times = (count: number) => Array.from({ length: count });

test('after three wrong passwords an email has to wait, from wherever they come', async () => {
  const { account, wrong } = await openAccount();
  for (const _ of times(3)) expect((await login(wrong)).status).toBe(401);
  const { status, retryAfter } = await login(account);
  expect(status).toBe(429);
  expect(retryAfter).toBeGreaterThan(0);
  expect(retryAfter).toBeLessThanOrEqual(900);
});

test('parallel wrong passwords are all counted', async () => {
  const { wrong } = await openAccount();
  const statuses = await Promise.all(times(8).map(async () => (await login(wrong)).status));
  expect(statuses.filter((status) => status === 401)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(5);
});

test('an email is counted whatever its case', async () => {
  const { account, wrong } = await openAccount();
  for (const _ of times(3)) await login({ ...wrong, email: wrong.email.toUpperCase() });
  expect((await login(account)).status).toBe(429);
});

test('right passwords are not held against an email', async () => {
  const { account, wrong } = await openAccount();
  for (const _ of times(5)) expect((await login(account)).status).toBe(200);
  expect((await login(wrong)).status).toBe(401);
});

test('one address has to wait after six logins, others do not', async () => {
  const address = freshAddress();
  for (const _ of times(6)) expect((await login(freshAccount(), address)).status).toBe(404);
  expect((await login(demoAccount, address)).status).toBe(429);
  expect((await login(demoAccount)).status).toBe(200);
});

test('one address has to wait after six signups', async () => {
  const address = freshAddress();
  for (const _ of times(6)) expect((await signup(freshAccount(), address)).status).toBe(201);
  expect((await signup(freshAccount(), address)).status).toBe(429);
});

test('an email has to wait after three signups with it', async () => {
  const { account } = await openAccount();
  for (const _ of times(2)) expect((await signup(account)).status).toBe(422);
  expect((await signup(account)).status).toBe(429);
});

test('any number of guests may log in', async () => {
  for (const _ of times(5)) expect((await login(demoAccount)).status).toBe(200);
});

test('of two signups with one email at the same time one succeeds', async () => {
  const account = freshAccount();
  const statuses = await Promise.all([signup(account), signup(account)]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([201, 422]);
});
