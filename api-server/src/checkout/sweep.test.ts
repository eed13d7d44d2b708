import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { CHECKOUT_LIFETIME_MS } from '@patchwork/domain';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkouts, products } from '../database/schema.ts';
import { type PaymentProvider, ProviderError } from '../payment/provider.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import { createAccount, openTestShop, productId, type TestShop } from '../testing/shop.ts';
import { giveBackPayments, settleOverdue } from './sweep.ts';

let shop: TestShop;

/** Opens this many overdue checkouts, each of its own shopper. Returns their keys. */
async function openOverdue(count: number): Promise<readonly string[]> {
  await shop.reset(count);
  const first = await shop.openShopper();
  await first.open();
  await shop.pass(first.key, CHECKOUT_LIFETIME_MS + 1);
  await shop.db.execute(sql`
    with others as (
      insert into shoppers (id, email, email_key, name, first_name, last_name, profile, password_hash)
      select id, id, id, '', '', '', '{}', ''
      from (select gen_random_uuid() from generate_series(2, ${count}::int)) as made(id)
      returning id
    )
    insert into checkouts (key, shopper_id, status, opened_at, expires_at, lines, total, address,
      provider, account, provider_order_id, next_attempt_at)
    select others.id, others.id, status, opened_at, expires_at, lines, total, address, provider, account,
      'order_' || others.id, next_attempt_at
    from checkouts, others where key = ${first.key}`);
  await shop.db.update(products).set({ held: count }).where(eq(products.id, productId));
  const rows = await shop.db.select().from(checkouts).where(eq(checkouts.status, 'open'));
  return rows.map(({ key }) => key);
}

/** Creates a provider that answers after `ms` and counts its calls. It fails for the orders in `failing`. */
function slowProvider(ms: number, failing: ReadonlySet<string> = new Set()) {
  const calls = { all: 0, atOnce: 0, mostAtOnce: 0 };
  const provider: PaymentProvider = {
    ...createAccount('rzp_test_1').provider,
    async findPayment(orderId) {
      calls.all += 1;
      calls.atOnce += 1;
      calls.mostAtOnce = Math.max(calls.mostAtOnce, calls.atOnce);
      await wait(ms);
      calls.atOnce -= 1;
      if (failing.has(orderId)) throw new ProviderError('down');
      return { kind: 'unpaid' };
    },
  };
  return { calls, services: { ...shop.services, provider } };
}

const countOpen = () => shop.db.$count(checkouts, eq(checkouts.status, 'open'));

describeOnEachDatabase((newDatabase) => {
  beforeAll(async () => {
    shop = await openTestShop(await newDatabase());
  });
  afterAll(() => shop.close());
  beforeEach(() => shop.reset());

  test('a thousand overdue checkouts are closed in one sweep, with few calls at a time', async () => {
    await openOverdue(1000);
    const { calls, services } = slowProvider(50);
    await settleOverdue(services);
    expect(await countOpen()).toBe(0);
    expect(await shop.stockNow()).toMatchObject({ stock: 1000, held: 0 });
    expect(calls.mostAtOnce).toBeLessThanOrEqual(20);
  }, 60_000);

  test('two processes share the work', async () => {
    await openOverdue(250);
    const [one, other] = [slowProvider(5), slowProvider(5)];
    await Promise.all([settleOverdue(one.services), settleOverdue(other.services)]);
    expect(await countOpen()).toBe(0);
    expect(one.calls.all + other.calls.all).toBe(250);
    expect(other.calls.all).toBeGreaterThan(0);
  });

  test('checkouts that keep failing are retried with increasing delays and do not block others', async () => {
    const keys = await openOverdue(160);
    const failing = keys.slice(0, 150);
    const { calls, services } = slowProvider(1, new Set(failing.map((key) => `order_${key}`)));
    await settleOverdue(services);
    expect(await countOpen()).toBe(150);
    expect(await shop.stockNow()).toMatchObject({ held: 150 });
    const [first = ''] = failing;
    for (const waitMinutes of [1, 2, 4]) {
      await settleOverdue(services);
      const { nextAttemptAt } = await shop.rowOf(first);
      expect((nextAttemptAt.getTime() - Date.now()) / 60_000).toBeCloseTo(waitMinutes, 0);
      const before = calls.all;
      await shop.pass(first, waitMinutes * 60_000);
      await settleOverdue(services);
      expect(calls.all).toBe(before + 1);
    }
  });

  test('a checkout that can’t be closed does not prevent others in its batch from being closed', async () => {
    const [broken = ''] = await openOverdue(12);
    const { lines } = await shop.rowOf(broken);
    // More pieces than are held, so the database refuses to release them.
    const tooMany = lines.map((line) => ({ ...line, qty: 1000 }));
    await shop.db.update(checkouts).set({ lines: tooMany }).where(eq(checkouts.key, broken));
    await settleOverdue(slowProvider(1).services);
    expect(await countOpen()).toBe(1);
    expect(await shop.rowOf(broken)).toMatchObject({ status: 'open', attempts: 1 });
    expect(await shop.stockNow()).toMatchObject({ held: 1 });
  });

  test('a stopped sweep makes no further calls', async () => {
    await openOverdue(60);
    const stopping = new AbortController();
    const { calls, services } = slowProvider(20);
    const sweeping = settleOverdue(services, stopping.signal);
    await expect.poll(() => calls.all, { interval: 1 }).toBeGreaterThan(0);
    stopping.abort();
    await sweeping;
    expect(calls.all).toBeLessThanOrEqual(40);
    expect(await shop.stockNow()).toMatchObject({ held: await countOpen() });
  });

  test('a failed refund is retried after a minute and does not block others', async () => {
    const { account, services } = shop;
    const keys = [randomUUID(), randomUUID()];
    const [lost = '', taken = ''] = keys;
    await openOverdue(2);
    const open = await shop.db.select().from(checkouts).where(eq(checkouts.status, 'open'));
    for (const [index, { key }] of open.entries()) {
      const owed = { status: 'closed', paymentId: keys[index] ?? '' } as const;
      await shop.db.update(checkouts).set(owed).where(eq(checkouts.key, key));
    }
    const refund: PaymentProvider['refund'] = async (payment) => {
      if (payment.paymentId === lost) throw new ProviderError('down');
      await account.provider.refund(payment);
    };
    await giveBackPayments({ ...services, provider: { ...account.provider, refund } });
    expect(account.refunds).toEqual([taken]);
    await giveBackPayments(services);
    expect(account.refunds).toEqual([taken]);
    await shop.pass(open[0]?.key ?? '', 60_001);
    await giveBackPayments(services);
    expect(account.refunds).toEqual([taken, lost]);
  });

  test('every foreign key has an index, so that deleting a referenced row scans no table', async () => {
    const missing = await shop.db
      .select({ name: sql`conname` })
      .from(sql`pg_constraint`)
      .where(sql`contype = 'f' and not exists (
         select from pg_index
         where indrelid = conrelid and indpred is null and indkey[0] = conkey[1])`);
    expect(missing).toEqual([]);
  });
});
