import { randomUUID } from 'node:crypto';
import { demoAccount } from '@patchwork/domain';
import { clientAddress } from '@patchwork/http-server/client-address';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { mails } from '../database/schema.ts';
import { inMemory, openTestServer } from '../testing/server.ts';
import { connect, newAccount, signUp } from '../testing/shopper.ts';

const forwarded = '10.9.9.9, 198.51.100.1, 192.0.2.2';

test.each<[title: string, counted: string, ...Parameters<typeof clientAddress>]>([
  ['a header, although there is no proxy', '203.0.113.7', '203.0.113.7', '198.51.100.1', 0],
  ['one proxy, which adds its caller', '192.0.2.2', '192.0.2.1', forwarded, 1],
  ['two proxies', '198.51.100.1', '192.0.2.1', forwarded, 2],
  ['a request that did not pass the proxy', '203.0.113.7', '203.0.113.7', undefined, 1],
  ['a request that passed one of two proxies', '203.0.113.7', '203.0.113.7', '198.51.100.1', 2],
  ['IPv4 in IPv6', '203.0.113.7', '::ffff:203.0.113.7', undefined, 0],
  ['IPv6', '2001:db8:1:2', '2001:db8:1:2:3:4:5:6', undefined, 0],
  ['IPv6 with its zeros left out', '2001:db8:1:2', '2001:db8:1:2::9', undefined, 0],
  ['IPv6 with zeros within the network', '2001:db8:0:0', '2001:db8::9', undefined, 0],
  ['the machine itself', '0:0:0:0', '::1', undefined, 0],
  ['a zone', 'fe80:0:0:0', 'fe80::1%eth0', undefined, 0],
])(
  'attempts are counted by the address of the connection or the one reported by the operator’s proxies: %s',
  (_, counted, ...request) => {
    expect(clientAddress(...request)).toBe(counted);
  },
);

let database: OpenDatabase;
let server: ApiServer;

beforeAll(async () => {
  database = await openDatabase(inMemory);
  server = await openTestServer({ attempts: { perAddress: 6, perEmail: 3 } }, database);
});

afterAll(() => server.stop());

/** Returns a new network address, so that the attempts of other tests don't count. */
const freshAddress = (): string => randomUUID();

const connectAt = (address = freshAddress(), { fetch } = server) =>
  connect({ fetch: (request) => fetch(request, address) });

const login = (body: object, address?: string) => connectAt(address)('POST', '/auth/login', body);
const signup = (body: object, address?: string) => connectAt(address)('POST', '/auth/signup', body);

async function openAccount() {
  const account = newAccount();
  expect((await signup(account)).status).toBe(201);
  return { account, wrong: { ...account, password: 'wrong' } };
}

const times = (count: number) => Array.from({ length: count });

test('after three wrong passwords from one address, an email is blocked at that address', async () => {
  const { account, wrong } = await openAccount();
  const address = freshAddress();
  for (const _ of times(3)) expect((await login(wrong, address)).status).toBe(401);
  const { status, retryAfter } = await login(account, address);
  expect(status).toBe(429);
  expect(Number(retryAfter)).toBeGreaterThan(0);
  expect(Number(retryAfter)).toBeLessThanOrEqual(900);
});

test('a stranger’s wrong passwords do not lock the shopper out', async () => {
  const { account, wrong } = await openAccount();
  const stranger = freshAddress();
  for (const _ of times(3)) await login(wrong, stranger);
  expect((await login(wrong, stranger)).status).toBe(429);
  expect((await login(account)).status).toBe(200);
});

test('after thirty wrong passwords in total, only addresses where the shopper is logged in may try again', async () => {
  const account = newAccount();
  const home = freshAddress();
  await signup(account, home);
  const wrong = { ...account, password: 'wrong' };
  for (const _ of times(30)) expect((await login(wrong)).status).toBe(401);
  expect((await login(account)).status).toBe(429);
  expect((await login(account, home)).status).toBe(200);
  for (const _ of times(3)) expect((await login(wrong, home)).status).toBe(401);
  expect((await login(account, home)).status).toBe(429);
});

test('concurrent wrong passwords are all counted', async () => {
  const { wrong } = await openAccount();
  const address = freshAddress();
  const tries = times(6).map(async () => (await login(wrong, address)).status);
  const statuses = await Promise.all(tries);
  expect(statuses.filter((status) => status === 401)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
});

test('attempts are counted regardless of the email’s case', async () => {
  const { account, wrong } = await openAccount();
  const address = freshAddress();
  const shouted = { ...wrong, email: wrong.email.toUpperCase() };
  for (const _ of times(3)) await login(shouted, address);
  expect((await login(account, address)).status).toBe(429);
});

test('correct passwords are not counted', async () => {
  const { account, wrong } = await openAccount();
  const address = freshAddress();
  for (const _ of times(5)) expect((await login(account, address)).status).toBe(200);
  expect((await login(wrong, address)).status).toBe(401);
});

test('correct passwords are not counted when an account can’t be deleted yet', async () => {
  const [{ _id }] = (await connectAt()('GET', '/products')).data.products;
  const address = freshAddress();
  const shopper = await signUp({ fetch: (request) => server.fetch(request, address) }, _id);
  expect((await shopper.open()).status).toBe(201);
  const askDeletion = async (password: string) =>
    (await shopper.call('POST', '/user/account/deletion', { password })).status;
  for (const _ of times(4)) expect(await askDeletion(shopper.account.password)).toBe(409);
  expect(await askDeletion('wrong')).toBe(403);
});

test('an address is blocked after six logins, and other addresses are not', async () => {
  const address = freshAddress();
  for (const _ of times(6)) expect((await login(newAccount(), address)).status).toBe(404);
  expect((await login(demoAccount, address)).status).toBe(429);
  expect((await login(demoAccount)).status).toBe(200);
});

test('an address is blocked after six signups, an email after three from one address', async () => {
  const address = freshAddress();
  for (const _ of times(6)) expect((await signup(newAccount(), address)).status).toBe(201);
  expect((await signup(newAccount(), address)).status).toBe(429);
  const { account } = await openAccount();
  const other = freshAddress();
  for (const _ of times(3)) expect((await signup(account, other)).status).toBe(422);
  expect((await signup(account, other)).status).toBe(429);
  expect((await signup(account)).status).toBe(422);
});

const askLink = (email: string, address?: string) =>
  connectAt(address)('POST', '/auth/password-reset', { email });

test('at most three links are mailed to an email, whoever requests them, known or not, and regardless of its case', async () => {
  const { account } = await openAccount();
  for (const { email } of [account, newAccount()]) {
    for (const _ of times(3)) expect((await askLink(email)).status).toBe(200);
    const { status, retryAfter } = await askLink(email.toUpperCase());
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(0);
  }
  const sent = await database.db.$count(mails, eq(mails.recipient, account.email));
  // The first one confirms the email.
  expect(sent).toBe(1 + 3);
});

test('an address may request and try six links, and other addresses are not affected', async () => {
  const address = freshAddress();
  for (const _ of times(3)) {
    expect((await askLink(newAccount().email, address)).status).toBe(200);
    const reset = { token: 'guessed', password: 'another-needle' };
    const tried = await connectAt(address)('POST', '/auth/password', reset);
    expect(tried.status).toBe(400);
  }
  expect((await askLink(newAccount().email, address)).status).toBe(429);
  expect((await askLink(newAccount().email)).status).toBe(200);
});

test('a shopper who has requested a link can still log in with the old password', async () => {
  const { account } = await openAccount();
  for (const _ of times(4)) await askLink(account.email);
  expect((await login(account)).status).toBe(200);
});

test('any number of guests can log in', async () => {
  for (const _ of times(5)) expect((await login(demoAccount)).status).toBe(200);
});

test('two concurrent signups with the same email create one user', async () => {
  const account = newAccount();
  const statuses = await Promise.all([signup(account), signup(account)]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([201, 422]);
});

test('a shop without a guest account refuses the guest’s login and ends existing guest sessions', async () => {
  const { encodedToken } = (await login(demoAccount)).data;
  const shared = { db: database.db, close: async () => undefined };
  const withoutGuest = await openTestServer({ guestAccount: false }, shared);
  const call = connect(withoutGuest, encodedToken);
  const refused = { errors: ['This shop has no guest account. Please sign up instead.'] };
  expect(await call('POST', '/auth/login', demoAccount)).toMatchObject({
    status: 404,
    data: refused,
  });
  expect((await call('GET', '/user/cart')).status).toBe(401);
  expect((await call('POST', '/auth/signup', demoAccount)).status).toBe(422);
  await withoutGuest.stop();
});
