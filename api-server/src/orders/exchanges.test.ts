import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { exportAccount } from '../account/export-account.ts';
import { createApp } from '../app.ts';
import { auditEntries, mails, orders, products, shoppers } from '../database/schema.ts';
import { runCommand } from '../testing/command.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import { testSettings } from '../testing/server.ts';
import { openTestShop, productId, type TestShop } from '../testing/shop.ts';
import { calledPatiently, connect } from '../testing/shopper.ts';
import { expireExchanges } from './exchanges.ts';
import { payDueRefunds } from './refunds.ts';

const siblingId = 'ajrakh-camp-collar-shirt';
const [PRICE, CHEAPER] = [2499, 2399];
const DAY_MS = 24 * 3_600_000;

let shop: TestShop;

const run = (...line: readonly string[]) =>
  runCommand(shop.db, { ...testSettings, operator: 'Ravi Menon' }, line);

async function piecesOf(id: string) {
  const [row] = await shop.db.select().from(products).where(eq(products.id, id));
  return { stock: row?.stock, held: row?.held };
}

/** Returns a shopper with a delivered order of one piece. */
async function openOwner(bought = productId) {
  const shopper = await shop.openShopper();
  if (bought !== productId) {
    await shopper.call('DELETE', `/user/cart/${productId}`);
    await shopper.add(bought);
  }
  await shopper.open();
  const { data } = await shopper.confirm(shop.account.pay(shopper.key));
  const number = data.order.number as string;
  await run('orders', 'pack', number);
  await run('orders', 'ship', number, '--carrier', 'Blue Dart');
  await run('orders', 'deliver', number);
  const app = createApp(shop.services, testSettings);
  const call = connect(
    calledPatiently({ fetch: async (request) => app.fetch(request, {}) }),
    shopper.token,
  );
  const path = `/user/orders/${shopper.key}/exchanges`;
  const body = { from: productId, to: siblingId, price: CHEAPER, reason: 'My own words' };
  return {
    ...shopper,
    number,
    call,
    ask: (fields: object = {}) => call('POST', path, { ...body, ...fields }),
    step: (command: string, ...options: readonly string[]) =>
      run('orders', command, number, '--product', bought, ...options),
    async events() {
      const [row] = await shop.db.select().from(orders).where(eq(orders.id, shopper.key));
      return row?.events.map(({ type }) => type).slice(3);
    },
    /** Lets time pass for the order by moving all its times back. */
    async pass(days: number) {
      const [row] = await shop.db.select().from(orders).where(eq(orders.id, shopper.key));
      if (!row) throw new Error('no such order');
      const before = (time: string) => new Date(Date.parse(time) - days * DAY_MS).toISOString();
      const events = row.events.map((event) => ({
        ...event,
        at: before(event.at),
        ...('until' in event && { until: before(event.until) }),
      }));
      const exchangeUntil = row.exchangeUntil && new Date(before(row.exchangeUntil.toISOString()));
      await shop.db.update(orders).set({ events, exchangeUntil }).where(eq(orders.id, row.id));
    },
  };
}

describeOnEachDatabase((newDatabase) => {
  beforeAll(async () => {
    shop = await openTestShop(await newDatabase());
    await shop.db
      .update(products)
      .set({ style: 'both' })
      .where(inArray(products.id, [productId, siblingId]));
  });
  afterAll(() => shop.close());
  beforeEach(async () => {
    // Refunds of earlier tests.
    await payDueRefunds(shop.services);
    await shop.reset(5);
    await shop.db
      .update(products)
      .set({ price: CHEAPER, stock: 1, held: 0 })
      .where(eq(products.id, siblingId));
  });

  test('the commands take an exchange from the list to the refund, each once, with its entry in the audit', async () => {
    const { number, ask, step } = await openOwner();
    expect((await ask()).status).toBe(200);
    await shop.db.delete(auditEntries);
    expect(await run('orders', 'list', '--status', 'exchangeOpen')).toContain(number);
    expect(await run('orders', 'show', number)).toContain(
      `exchangeAsked, exchange for ${siblingId}, ₹2,399 each`,
    );
    await expect(step('complete-exchange')).rejects.toThrow('has not been sent');
    const tracking = 'https://parcels.example/1';
    expect(await step('send-exchange', '--carrier', 'Blue Dart', '--tracking', tracking)).toBe(
      `${number} had an exchange sent with Blue Dart, ${tracking}: ${productId}`,
    );
    const done = `${number} had 1 line exchanged: ${productId}. The server refunds ₹100 within a minute`;
    expect(await step('complete-exchange', '--dry-run')).toBe(
      `Dry run, nothing was changed: ${done}`,
    );
    expect(await step('complete-exchange')).toBe(done);
    expect(await step('complete-exchange')).toContain('Nothing was changed');
    await payDueRefunds(shop.services);
    expect(shop.account.refundedPaise).toEqual([100_00]);
    expect(await run('orders', 'list', '--status', 'exchangeOpen')).not.toContain(number);
    expect(await piecesOf(productId)).toEqual({ stock: 5, held: 0 });
    expect(await piecesOf(siblingId)).toEqual({ stock: 0, held: 0 });
    const entries = (await shop.db.select().from(auditEntries)).map(({ action }) => action);
    expect(entries).toEqual(['orders send-exchange', 'orders complete-exchange']);
  });

  test('of two shoppers who want the last piece at once, one gets it, and the other can once the first is declined', async () => {
    const [one, other] = [await openOwner(), await openOwner()];
    const answers = await Promise.all([one.ask(), other.ask(), one.ask(), other.ask()]);
    const [ones, others] = [answers[0], answers[1]];
    expect([ones?.status, others?.status].toSorted()).toEqual([200, 409]);
    expect(answers[2]?.status).toBe(ones?.status);
    expect(await piecesOf(siblingId)).toEqual({ stock: 1, held: 1 });
    const [first, second] = ones?.status === 200 ? [one, other] : [other, one];
    expect((await second.ask()).data.code).toBe('exchangeSoldOut');
    await first.step('decline-exchange', '--reason', 'It was worn');
    expect((await second.ask()).status).toBe(200);
  });

  test('opposite swaps at the same time don’t block each other', async () => {
    await shop.db
      .update(products)
      .set({ stock: 9, price: PRICE })
      .where(eq(products.id, siblingId));
    const owners = [];
    for (const [from, to] of [
      [productId, siblingId],
      [siblingId, productId],
      [productId, siblingId],
      [siblingId, productId],
    ] as const) {
      const owner = await openOwner(from);
      expect((await owner.ask({ from, to, price: PRICE })).status).toBe(200);
      await owner.step('send-exchange', '--carrier', 'Blue Dart');
      owners.push(owner);
    }
    const before = [await piecesOf(productId), await piecesOf(siblingId)];
    expect(before).toMatchObject([{ held: 2 }, { held: 2 }]);
    await Promise.all(owners.map(({ step }) => step('complete-exchange')));
    for (const { events } of owners) expect(await events()).toContain('exchanged');
    const after = [await piecesOf(productId), await piecesOf(siblingId)];
    expect(after).toEqual(before.map(({ stock }) => ({ stock, held: 0 })));
  });

  test('what is not sent in time ends once, however many processes look, with a mail, and the piece is free', async () => {
    const { ask, pass, events, call, key, account } = await openOwner();
    await ask();
    await pass(6.9);
    await expireExchanges(shop.services);
    expect(await events()).toEqual(['exchangeAsked']);
    await pass(0.2);
    await Promise.all([1, 2, 3].map(() => expireExchanges(shop.services)));
    expect(await events()).toEqual(['exchangeAsked', 'exchangeExpired']);
    expect(await piecesOf(siblingId)).toEqual({ stock: 1, held: 0 });
    const told = await shop.db
      .select()
      .from(mails)
      .where(eq(mails.recipient, account.email))
      .orderBy(asc(mails.createdAt));
    const steps = told.flatMap(({ kind, data }) => (kind === 'orderExchange' ? [data.step] : []));
    expect(steps).toEqual(['asked', 'expired']);
    const products = [productId];
    // The return period did not pass while the exchange was open.
    await pass(13.9);
    const asked = await call('POST', `/user/orders/${key}/returns`, {
      products,
      reason: 'Too small',
    });
    expect(asked.status).toBe(200);
  });

  test('an exchange that was sent does not end by time', async () => {
    const { ask, pass, events, step } = await openOwner();
    await ask();
    await step('send-exchange', '--carrier', 'Blue Dart');
    await pass(30);
    await expireExchanges(shop.services);
    expect(await events()).toEqual(['exchangeAsked', 'exchangeSent']);
  });

  test('a difference that was collected is no due refund of the provider, and is transferred by hand', async () => {
    const dearer = PRICE + 300;
    await shop.db.update(products).set({ price: dearer }).where(eq(products.id, siblingId));
    const { number, key, ask, step, call } = await openOwner();
    await ask({ price: dearer });
    await step('send-exchange', '--carrier', 'Blue Dart');
    expect(await step('complete-exchange')).toBe(
      `${number} had 1 line exchanged, and ₹300 paid in cash: ${productId}`,
    );
    await call('POST', `/user/orders/${key}/returns`, {
      products: [productId],
      reason: 'Too large',
    });
    expect(await step('accept-return')).toContain('Transfer ₹2,799 to the shopper');
    await payDueRefunds(shop.services);
    expect(shop.account.refunds).toEqual([]);
    expect(await run('orders', 'list', '--status', 'refundDue')).toContain(number);
    expect(await step('paid-back', '--reference', 'UPI 433512')).toContain('₹2,799 by UPI 433512');
    expect(await run('orders', 'list', '--status', 'refundDue')).not.toContain(number);
    expect(await piecesOf(siblingId)).toEqual({ stock: 1, held: 0 });
  });

  test('the export of an account has its exchanges, and its deletion leaves no word of the shopper', async () => {
    const { id, key, ask, step, call, account } = await openOwner();
    await ask();
    const data = await exportAccount(shop.db, eq(shoppers.id, id), 14);
    expect(JSON.stringify(data)).toContain('My own words');
    const deletion = { password: account.password };
    expect((await call('POST', '/user/account/deletion', deletion)).data.code).toBe('exchangeOpen');
    await step('decline-exchange', '--reason', 'It was worn');
    expect((await call('POST', '/user/account/deletion', deletion)).status).toBe(200);
    const [row] = await shop.db.select().from(orders).where(eq(orders.id, key));
    expect(row?.events.at(-2)).toMatchObject({ type: 'exchangeAsked', reason: '' });
  });
});
