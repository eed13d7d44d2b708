import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { demoAccount } from '@patchwork/domain';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openSession } from '../auth/sessions.ts';
import { fromNow, now } from '../database/expressions.ts';
import { auditEntries, mails, orders, shoppers } from '../database/schema.ts';
import { payDueRefunds } from '../orders/refunds.ts';
import { addGuest } from '../rows/seed.ts';
import { runCommand } from '../testing/command.ts';
import { inMemory, testSettings } from '../testing/server.ts';
import { openTestShop, productId, type TestShop } from '../testing/shop.ts';

let shop: TestShop;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'patchwork-operator-'));
  shop = await openTestShop(inMemory);
});
afterAll(async () => {
  await shop.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  await shop.reset(5);
  await shop.db.delete(auditEntries);
});

const run = (...line: readonly string[]) =>
  runCommand(shop.db, { ...testSettings, operator: 'Ravi Menon' }, line);
const runJson = async (...line: readonly string[]) => JSON.parse(await run(...line, '--json'));

/** Returns a new order's number, and its shopper. */
async function openCustomer() {
  const shopper = await shop.openShopper();
  await shopper.open();
  const { data } = await shopper.confirm(shop.account.pay(shopper.key));
  return { ...shopper, number: data.order.number as string };
}

/** Returns the audit's entries without their times, the oldest first. */
const audited = async () =>
  (await runJson('audit', 'list')).entries
    .map(({ actor, action, subject, before, after }: typeof auditEntries.$inferSelect) => ({
      ...{ actor, action, subject, before, after },
    }))
    .reverse();

test('an order is packed, shipped and delivered, each once and with one audit entry', async () => {
  const { number } = await openCustomer();
  expect(await run('orders', 'pack', number)).toBe(`${number} was packed`);
  expect(await run('orders', 'pack', number.toLowerCase())).toBe(
    `Nothing was changed: ${number} already is in that state`,
  );
  const tracking = 'https://parcels.example/1';
  const ship = ['ship', number, '--carrier', 'Blue Dart', '--tracking', tracking];
  expect(await run('orders', ...ship)).toBe(`${number} was shipped with Blue Dart, ${tracking}`);
  expect(await runJson('orders', 'deliver', number)).toMatchObject({ number, status: 'delivered' });
  const by = { actor: 'Ravi Menon', subject: number };
  expect(await audited()).toMatchObject([
    { ...by, action: 'orders pack', before: { status: 'placed' }, after: { status: 'packed' } },
    { ...by, action: 'orders ship', after: { event: { carrier: 'Blue Dart' } } },
    { ...by, action: 'orders deliver', after: { status: 'delivered' } },
  ]);
});

test('a dry run reports what a cancellation would do and changes nothing', async () => {
  const { number } = await openCustomer();
  const cancelled = `${number} had 1 line cancelled: ${productId}. The server refunds ₹2,499 within a minute`;
  const cancel = ['orders', 'cancel', number];
  expect(await run(...cancel, '--dry-run')).toBe(`Dry run, nothing was changed: ${cancelled}`);
  expect(await audited()).toEqual([]);
  expect(await shop.stockNow()).toMatchObject({ stock: 4 });
  expect(await run(...cancel)).toBe(cancelled);
  expect(await shop.stockNow()).toMatchObject({ stock: 5 });
  await payDueRefunds(shop.services);
  expect(shop.account.refundedPaise).toEqual([2499_00]);
  expect(await audited()).toHaveLength(1);
});

test('only a delivered line can be refunded, and only a requested return accepted', async () => {
  const { number, id } = await openCustomer();
  const line = [number, '--product', productId];
  const grant = ['orders', 'refund', ...line, '--reason', 'It came torn'];
  await expect(run(...grant)).rejects.toThrow('The order has not been delivered yet.');
  for (const step of [['pack'], ['ship', '--carrier', 'A'], ['deliver']]) {
    await run('orders', ...step, number);
  }
  await expect(run('orders', 'accept-return', ...line)).rejects.toThrow('No return');
  expect(await run(...grant, '--dry-run')).toContain('Dry run');
  expect(await run(...grant)).toContain('had a refund granted (It came torn)');
  expect(await runJson('orders', 'show', number)).toMatchObject({
    order: { number, status: 'delivered', shopper: { _id: id } },
  });
});

test('orders are listed page by page, and a single order is shown with its lines and events', async () => {
  const first = await openCustomer();
  const second = await openCustomer();
  await run('orders', 'pack', second.number);
  const page = await run('orders', 'list', '--limit', '1');
  expect(page).toMatch(
    new RegExp(`^${second.number} +packed .+UTC +₹2,499 +${second.account.email}`),
  );
  const cursor = page.slice(page.indexOf('--cursor ') + 9);
  const next = await run('orders', 'list', '--limit', '1', '--cursor', cursor);
  expect(next).toContain(first.number);
  expect(await run('orders', 'list', '--search', 'pay_none')).toBe('No order was found');
  const shown = await run('orders', 'show', second.number);
  expect(shown).toContain(second.account.email);
  expect(shown).toMatch(/1 × Indigo .+₹2,499 each: bought\n/);
  expect(shown).toMatch(/UTC: was packed$/);
});

/** Runs a command that prints what was done, then fails. Returns the output and the failure. */
async function runPartly(...line: readonly string[]) {
  const printed: string[] = [];
  const error = await runCommand(
    shop.db,
    { ...testSettings, operator: 'Ravi Menon' },
    line,
    '',
    printed,
  ).catch((thrown) => thrown);
  return { printed, error };
}

test('many orders are packed and shipped at once, and a refused one does not stop the others', async () => {
  const [one, two, three] = [await openCustomer(), await openCustomer(), await openCustomer()];
  const packed = await runPartly('orders', 'pack', one.number, 'PW-0000-0000', two.number);
  expect(packed.printed).toEqual([`${one.number} was packed\n${two.number} was packed`]);
  expect(packed.error).toMatchObject({
    message: '1 order of 3 was refused',
    details: ['PW-0000-0000: The order was not found.'],
  });
  const file = path.join(folder, 'parcels.csv');
  const parcels = [`${one.number},Blue Dart,https://parcels.example/1`, `${two.number},,`];
  await writeFile(file, ['Order,Carrier,Tracking', ...parcels].join('\n'));
  const shipped = ['orders', 'ship', '--file', file];
  await expect(run(...shipped)).rejects.toMatchObject({
    message: `No order was changed: ${file} has faults`,
    details: ['line 3: the carrier is missing: give --carrier'],
  });
  expect(await run(...shipped, '--carrier', 'India Post')).toBe(
    `${one.number} was shipped with Blue Dart, https://parcels.example/1\n${two.number} was shipped with India Post`,
  );
  expect(await runJson('orders', 'pack', one.number, three.number)).toMatchObject({
    orders: [
      { number: one.number, event: null },
      { number: three.number, status: 'packed' },
    ],
    refused: [],
  });
});

test('orders are listed and exported by days of India’s time, and amounts add up', async () => {
  const [before, first, last] = [await openCustomer(), await openCustomer(), await openCustomer()];
  const times = ['2025-10-31T18:29:59Z', '2025-10-31T18:30:00Z', '2025-11-30T18:29:59Z'];
  for (const [index, { number }] of [before, first, last].entries()) {
    const placedAt = new Date(times[index] ?? '');
    await shop.db.update(orders).set({ placedAt }).where(eq(orders.number, number));
  }
  const november = ['--from', '2025-11-01', '--to', '2025-11-30'];
  const listed = await runJson('orders', 'list', ...november);
  const numbers = listed.orders.map(({ number }: { number: string }) => number);
  expect(numbers).toEqual([last.number, first.number]);
  const file = path.join(folder, 'november.csv');
  expect(await run('orders', 'export', file, ...november)).toBe(`2 orders written to ${file}`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const [header, ...lines] = (await readFile(file, 'utf8')).trimEnd().split('\r\n');
  expect(header).toBe(
    'order,placed_at,status,payment,name,email,state,pin_code,product,title,size,quantity,price,amount,line,exchanged_for,order_total,order_refunded,order_exchange_cash',
  );
  expect(lines.map((line) => line.split(',').slice(0, 3))).toEqual([
    [last.number, '2025-11-30T23:59:59+05:30', 'placed'],
    [first.number, '2025-11-01T00:00:00+05:30', 'placed'],
  ]);
  expect(lines[0]).toMatch(/,1,2499,2499,bought,,2499,0,0$/);
  expect((await audited())[0]).toMatchObject({ action: 'orders export', subject: 'orders' });
});

test.each([
  [['orders', 'pack'], 'Give either the numbers of orders or --file'],
  [['orders', 'pack', 'x', '--file', 'y.csv'], 'Give either the numbers of orders or --file'],
  [['orders', 'ship', 'x'], 'the carrier is missing: give --carrier'],
  [['orders', 'list', '--from', '2026-02-30'], '2026-02-30 is not a day, such as 2026-11-30'],
  [['orders', 'list', '--from', '2026-03-02', '--to', '2026-03-01'], 'is after'],
  [['orders', 'export', 'x.json'], 'x.json is not a .csv file'],
  [['orders', 'show', 'PW-0000-0000'], 'The order was not found.'],
  [['orders', 'pack', 'none'], 'The order was not found.'],
  [['orders', 'list', '--status', 'lost'], '`status` must be one of placed, packed'],
  [['orders', 'list', '--cursor', 'x'], '--cursor is not the cursor of a page'],
  [['orders', 'ship', 'x', '--carrier', ' '], '`action.carrier` must not be empty.'],
  [
    ['orders', 'ship', 'x', '--carrier', 'A', '--tracking', 'a.example'],
    'must be an https address',
  ],
  [['products', 'price', productId, 'cheap'], '`change.price` must be a number.'],
  [['products', 'price', productId, ''], '`change.price` must be a number.'],
  [
    ['products', 'price', productId, '5', '--original', ' '],
    '`change.originalPrice` must be a number.',
  ],
  [['products', 'hide', 'coat'], 'There is no product coat'],
  [['shoppers', 'disable', 'none@x.example'], 'There is no user with the email or id'],
  [['user', 'role', 'none@x.example', 'king'], 'king is not a role: use operator or shopper'],
  [['shoppers', 'export', 'none@x.example', '/none/x'], 'There is no user with the email or id'],
  [['shoppers', 'delete', 'none@x.example'], 'There is no user with the email or id'],
  [['mail', 'list', '--status', 'lost'], '--status must be one of waiting, sent, failed'],
  [['mail', 'show', 'none'], 'There is no mail none'],
  [['mail', 'send', 'none'], 'There is no mail none'],
  [['mail', 'send'], 'Give either the id of a mail or --failed'],
  [['mail', 'send', 'none', '--failed'], 'Give either the id of a mail or --failed'],
])('%j is refused: %s', async (line, expected) => {
  await expect(run(...line)).rejects.toThrow(expected);
  expect(await audited()).toEqual([]);
});

test('a product’s price and visibility are changed; a change without effect is not audited', async () => {
  const price = ['products', 'price', productId, '1999', '--original', '2499'];
  expect(await run(...price)).toBe(
    `${productId} now costs ₹1,999, with an original price of ₹2,499`,
  );
  await run(...price);
  expect(await run('products', 'hide', productId)).toBe(
    `${productId} is hidden, and can’t be bought`,
  );
  expect(await run('products', 'show', productId)).toBe(`${productId} is shown, and can be bought`);
  await run('products', 'price', productId, '2499', '--original', '3499');
  expect(await audited()).toMatchObject([
    { action: 'products price', after: { price: 1999, originalPrice: 2499 } },
    { action: 'products hide', subject: productId, before: { isHidden: false } },
    { action: 'products show', after: { isHidden: false } },
    { action: 'products price', before: { price: 1999 } },
  ]);
});

test('an account is found and disabled, which ends its sessions and the login that is in progress', async () => {
  const { account, id, orders: list } = await shop.openShopper();
  const { email } = account;
  const [read] = await shop.db.select().from(shoppers).where(eq(shoppers.id, id));
  expect(await run('shoppers', 'find', email.slice(0, 10))).toContain(`${id}  ${email}, Meera Das`);
  expect(await run('shoppers', 'disable', email)).toContain('logged out everywhere');
  expect(await shop.sessionsOf(id)).toEqual([]);
  expect(await list()).toBeUndefined();
  if (!read) throw new Error('no such shopper');
  expect(await openSession(shop.db, shop.services.tokens, read)).toBeUndefined();
  expect(await run('shoppers', 'enable', id)).toBe(`${email} can log in again`);
  expect(await openSession(shop.db, shop.services.tokens, read)).toBeTypeOf('string');
  const changed = { ...read, passwordHash: 'another' };
  expect(await openSession(shop.db, shop.services.tokens, changed)).toBeUndefined();
});

test('a user becomes an operator, and a shopper again', async () => {
  const { account, call, id } = await shop.openShopper();
  const { email } = account;
  expect((await call('GET', '/operator/orders')).status).toBe(403);
  expect(await run('user', 'role', email, 'operator')).toBe(`${email} is now an operator`);
  expect((await call('GET', '/operator/orders')).status).toBe(200);
  await run('user', 'role', email, 'shopper');
  expect((await call('GET', '/operator/orders')).status).toBe(403);
  expect(await audited()).toMatchObject([
    { action: 'user role', subject: id, before: { role: 'shopper' }, after: { role: 'operator' } },
    { action: 'user role', before: { role: 'operator' } },
  ]);
});

test('reading a page of shoppers is audited with what was asked, through the API and at the command line', async () => {
  const { account, call, id } = await shop.openShopper();
  await run('user', 'role', account.email, 'operator');
  await shop.db.delete(auditEntries);
  await run('shoppers', 'find', 'mee', '--limit', '1');
  const { status } = await call(
    'GET',
    `/operator/shoppers?limit=2&cursor=${id}&search=${account.email}`,
  );
  expect(status).toBe(200);
  expect((await call('GET', '/operator/shoppers?cursor=none')).status).toBe(400);
  const read = { action: 'shoppers find', subject: 'shoppers', before: null };
  expect(await audited()).toEqual([
    {
      ...{ ...read, actor: 'Ravi Menon' },
      after: { search: 'mee', limit: 1, cursor: null, found: 1 },
    },
    {
      ...{ ...read, actor: account.email },
      after: { search: account.email, limit: 2, cursor: id, found: 0 },
    },
  ]);
});

test('an operator’s account can be disabled and deleted only once it is a shopper’s', async () => {
  const { account, call } = await shop.openShopper();
  const { email, password } = account;
  await run('user', 'role', email, 'operator');
  for (const line of [
    ['disable', email],
    ['delete', email],
    ['delete', email, '--dry-run'],
  ]) {
    await expect(run('shoppers', ...line)).rejects.toThrow('This account is an operator’s');
  }
  expect((await call('POST', '/user/account/deletion', { password })).status).toBe(403);
  await run('user', 'role', email, 'shopper');
  expect(await run('shoppers', 'disable', email)).toContain('logged out everywhere');
  expect(await run('shoppers', 'delete', email)).toContain('is deleted');
});

test('a change through the API is audited with the operator’s email', async () => {
  const { number, key } = await openCustomer();
  const { account, call } = await shop.openShopper();
  await run('user', 'role', account.email, 'operator');
  await call('POST', `/operator/orders/${key}`, { action: { type: 'cancel' } });
  await call('POST', `/operator/orders/${key}`, { action: { type: 'cancel' } });
  const entries = await runJson('audit', 'list', '--subject', number);
  expect(entries.entries).toMatchObject([{ actor: account.email, action: 'orders cancel' }]);
  const [order] = await shop.db.select().from(orders).where(eq(orders.id, key));
  // The whole price was paid back.
  expect(order?.status).toBe('refunded');
});

test('all data stored about a shopper is written to a file that other users can’t read', async () => {
  const { account, id, number } = await openCustomer();
  const file = path.join(folder, 'data.json');
  const line = ['shoppers', 'export', account.email, file];
  expect(await run(...line)).toBe(
    `Everything stored about ${account.email} was written to ${file}`,
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const written = await readFile(file, 'utf8');
  expect(JSON.parse(written)).toMatchObject({
    account: { email: account.email },
    orders: [{ number }],
    mails: [{ kind: 'orderPlaced' }, { kind: 'confirmEmail' }],
  });
  expect(written).not.toMatch(/argon2|token/);
  await expect(run(...line)).rejects.toThrow(`${file} already exists`);
  expect((await audited())[0]).toMatchObject({ action: 'shoppers export', subject: id });
});

test('an account is deleted once its order has arrived, and a dry run reports what would be kept', async () => {
  const { account, id, number, orders: list } = await openCustomer();
  const remove = ['shoppers', 'delete', account.email];
  await expect(run(...remove)).rejects.toThrow('An order is still in progress');
  for (const step of [['pack'], ['ship', '--carrier', 'A'], ['deliver']]) {
    await run('orders', ...step, number);
  }
  await shop.db.delete(auditEntries);
  const deleted = `${account.email} is deleted; 1 order and 1 payment are kept without personal data`;
  expect(await run(...remove, '--dry-run')).toBe(`Dry run, nothing was changed: ${deleted}`);
  expect(await list()).toMatchObject([{ number }]);
  expect(await audited()).toEqual([]);
  expect(await run(...remove)).toBe(deleted);
  expect(await list()).toBeUndefined();
  expect(await run('orders', 'show', number)).not.toContain(account.name);
  expect(await audited()).toMatchObject([
    { action: 'shoppers delete', subject: id, after: { orders: 1, payments: 1 } },
  ]);
  await expect(run(...remove)).rejects.toThrow('There is no user');
});

test('an account with an open payment is not deleted, and the guest account never', async () => {
  const { account, open } = await shop.openShopper();
  await open();
  await expect(run('shoppers', 'delete', account.email)).rejects.toThrow('is open');
  await addGuest(shop.db, shop.services.passwords.hash);
  await expect(run('shoppers', 'delete', demoAccount.email)).rejects.toThrow('can’t be deleted');
});

/** Signs up a shopper. Returns the shopper's mail, and a function that changes its row. */
async function openMail() {
  const { account } = await shop.openShopper();
  const isIt = eq(mails.recipient, account.email);
  const [mail] = await shop.db.select().from(mails).where(isIt);
  if (!mail) throw new Error('no mail');
  return {
    ...mail,
    token: String(mail.data.token),
    change: (values: object) => shop.db.update(mails).set(values).where(isIt),
    read: async () => (await runJson('mail', 'show', mail.id)).mail,
  };
}

test('mails are listed page by page without their content, and a single mail is shown with its text until it is sent', async () => {
  const first = await openMail();
  const second = await openMail();
  const page = await run('mail', 'list', '--limit', '1');
  expect(page).toMatch(
    new RegExp(`^${second.id}  waiting .+ confirmEmail +${second.recipient}, 0 attempts\n`),
  );
  const cursor = page.slice(page.indexOf('--cursor ') + 9);
  expect(await run('mail', 'list', '--limit', '1', '--cursor', cursor)).toContain(first.id);
  expect(await run('mail', 'list', '--json')).not.toContain(second.token);
  expect(await audited()).toEqual([]);
  const shown = await run('mail', 'show', second.id);
  expect(shown).toContain('Subject: Confirm your email');
  expect(shown).toContain(second.token);
  const shows = [{ actor: 'Ravi Menon', action: 'mail show', subject: second.id }];
  expect(await audited()).toMatchObject(shows);

  await second.change({ sentAt: now, data: {} });
  expect(await run('mail', 'show', second.id)).toMatch(/UTC: was sent$/);
  expect(await audited()).toHaveLength(1);
  expect(await run('mail', 'list', '--status', 'sent')).toContain(second.id);
  expect(await run('mail', 'list', '--status', 'waiting')).not.toContain(second.id);
  await expect(run('mail', 'send', second.id)).rejects.toThrow('The mail was sent');
});

test('failed mails are sent again, except one whose link has expired', async () => {
  const [first, second, old] = [await openMail(), await openMail(), await openMail()];
  const failed = { failedAt: now, attempts: 30, nextAttemptAt: fromNow(3_600_000) };
  for (const { change } of [first, second]) await change(failed);
  await old.change({ ...failed, data: {} });
  expect(await run('mail', 'send', first.id)).toContain('within minutes');
  expect(await run('mail', 'send', '--failed')).toBe('The server will retry 1 mail');
  expect(await run('mail', 'send', '--failed')).toBe('No mail has failed');
  await expect(run('mail', 'send', old.id)).rejects.toThrow('The link in the mail has expired');
  expect(await audited()).toMatchObject([
    { action: 'mail send', subject: first.id, before: { status: 'failed', attempts: 30 } },
    { action: 'mail send', subject: 'failed mails', after: { status: 'waiting', mails: 1 } },
  ]);
  for (const { read } of [first, second]) {
    const { status, attempts, nextAttemptAt } = await read();
    expect({ status, attempts }).toEqual({ status: 'waiting', attempts: 0 });
    expect(Date.parse(nextAttemptAt)).toBeLessThanOrEqual(Date.now());
  }
  expect(await old.read()).toMatchObject({ status: 'failed', text: null });
});

test('a mail that waits for a retry is sent immediately, unless a process is already sending it', async () => {
  const [late, taken] = [await openMail(), await openMail()];
  await late.change({ nextAttemptAt: fromNow(3_600_000), attempts: 7 });
  await taken.change({ nextAttemptAt: fromNow(100_000), attempts: 1 });
  for (const { id } of [late, taken]) await run('mail', 'send', id);
  const isDue = sql<boolean>`${mails.nextAttemptAt} <= now()`;
  const dueOf = async (id: string) =>
    (await shop.db.select({ isDue }).from(mails).where(eq(mails.id, id)))[0]?.isDue;
  expect(await dueOf(late.id)).toBe(true);
  expect(await dueOf(taken.id)).toBe(false);
});
