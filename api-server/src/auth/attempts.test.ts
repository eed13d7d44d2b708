import { randomUUID } from 'node:crypto';
import { demoAccount } from '@patchwork/domain';
import { clientAddress } from '@patchwork/release/http-server/client-address';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { mails, mailTokens } from '../database/schema.ts';
import { awaitLongWindow } from '../testing/attempt-window.ts';
import { describeOnPostgres } from '../testing/databases.ts';
import { inMemory, openTestServer } from '../testing/server.ts';
import { connect, newAccount, signUp } from '../testing/shopper.ts';
import { addInTurn } from './attempts.ts';

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
beforeEach(awaitLongWindow);

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

test('one link is mailed to an email within ten minutes, however many are requested at once, and later another', async () => {
  const { account } = await openAccount();
  const { email } = account;
  for (const asked of [email, newAccount().email]) {
    const answers = await Promise.all(times(20).map(() => askLink(asked.toUpperCase())));
    expect(answers.map(({ status }) => status)).toEqual(times(20).map(() => 200));
  }
  const resets = () =>
    database.db
      .select()
      .from(mails)
      .where(and(eq(mails.recipient, email), eq(mails.kind, 'resetPassword')));
  expect(await resets()).toHaveLength(1);
  const later = sql`${mailTokens.expiresAt} - interval '11 minutes'`;
  await database.db.update(mailTokens).set({ expiresAt: later });
  // Mails have the same id within ten minutes.
  await database.db.update(mails).set({ id: sql`gen_random_uuid()` });
  await askLink(email);
  const sent = (await resets()).sort((one, other) => +one.createdAt - +other.createdAt);
  const tokens = sent.map(({ data }) => data.token);
  expect(tokens).toHaveLength(2);
  const set = (token: unknown) =>
    connectAt()('POST', '/auth/password', { token, password: 'another-needle' });
  // The first link still works, because a stranger may have requested the second; then neither does.
  expect((await set(tokens[0])).status).toBe(200);
  expect((await set(tokens[1])).status).toBe(400);
});

describeOnPostgres('on Postgres', (newDatabase) => {
  test('requests for a link that run at the same time mail one', async () => {
    const opened = await openDatabase(await newDatabase());
    const shop = await openTestServer({}, opened);
    const { email, ...account } = newAccount();
    await connectAt(undefined, shop)('POST', '/auth/signup', { email, ...account });
    const ask = () => connectAt(undefined, shop)('POST', '/auth/password-reset', { email });
    await Promise.all(times(20).map(ask));
    expect(await opened.db.$count(mails, eq(mails.kind, 'resetPassword'))).toBe(1);
    expect(await opened.db.$count(mailTokens, eq(mailTokens.purpose, 'password'))).toBe(1);
    await shop.stop();
  });

  test('a refused attempt needs no transaction, for which it would have to wait', async () => {
    // One connection for transactions.
    const opened = await openDatabase(await newDatabase(3));
    const busy = await openTestServer({ attempts: { perAddress: 2, perEmail: 2 } }, opened);
    const address = freshAddress();
    const { email, password } = newAccount();
    const call = connectAt(address, busy);
    const { encodedToken } = (await call('POST', '/auth/signup', newAccount())).data;
    const own = connect({ fetch: (request) => busy.fetch(request, address) }, encodedToken);
    const asks = [
      () => call('POST', '/auth/signup', { email, password }),
      () => call('POST', '/auth/login', { email, password }),
      () => call('POST', '/auth/password-reset', { email }),
      () => call('POST', '/auth/password', { token: 'guessed', password }),
      () => call('POST', '/auth/email', { token: 'guessed' }),
      () => own('POST', '/user/account/email'),
      () => own('POST', '/user/account/deletion', { password: 'wrong' }),
    ];
    for (const ask of asks) for (const _ of times(2)) await ask();
    await opened.db.transaction(async () => {
      const answers = await Promise.all(asks.map((ask) => ask()));
      expect(answers.map(({ status }) => status)).toEqual(asks.map(() => 429));
    });
    await busy.stop();
  });
});

test('attempts that arrive together are counted by two statements, and each by its own number', async () => {
  const insert = vi.spyOn(database.db, 'insert');
  const key = randomUUID();
  const counted = await Promise.all(
    times(50).map(() => addInTurn(database.db, key, new Map([[key, 1]]))),
  );
  expect(counted.map(({ totals }) => totals.get(key))).toEqual(times(50).map((_, at) => at + 1));
  expect(insert).toHaveBeenCalledTimes(2);
});

test('an attempt is counted that begins as soon as another has been counted', async () => {
  const key = randomUUID();
  const one = new Map([[key, 1]]);
  let last = 0;
  for (const _ of times(20)) last = (await addInTurn(database.db, key, one)).totals.get(key) ?? 0;
  expect(last).toBe(20);
});

test('attempts whose statement fails are refused, and later ones are counted', async () => {
  const key = randomUUID();
  const tooLarge = new Map([[key, 2 ** 40]]);
  const one = new Map([[key, 1]]);
  await expect(addInTurn(database.db, key, tooLarge)).rejects.toThrow();
  expect((await addInTurn(database.db, key, one)).totals.get(key)).toBe(1);
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
