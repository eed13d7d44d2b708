import { randomUUID } from 'node:crypto';
import { CHECKOUT_LIFETIME_MS } from '@patchwork/domain';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { settleOverdue } from './sweep.ts';
import { openTestShop, type TestShop } from './testing-shop.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop({ kind: 'memory' });
});

afterAll(() => shop.close());

beforeEach(() => shop.reset(10));

type Shopper = Awaited<ReturnType<TestShop['openShopper']>>;

/** Opens and cancels this many checkouts; returns their keys. */
async function leaveUnpaid({ open, cancel }: Shopper, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomUUID());
  for (const key of keys) {
    expect((await open(undefined, key)).status).toBe(201);
    await cancel(undefined, key);
  }
  return keys;
}

test('five payments may be cancelled in a row; then the shopper has to wait for a quarter of an hour', async () => {
  const shopper = await shop.openShopper();
  const keys = await leaveUnpaid(shopper, 5);
  const refused = await shopper.open();
  expect(refused.status).toBe(429);
  expect(refused.retryAfter).toBeGreaterThan(890);
  expect(refused.retryAfter).toBeLessThanOrEqual(900);
  expect(refused.data.errors).toEqual([
    'Several of your payments were opened and not made. Please wait 15 minutes, then place the order again.',
  ]);
  expect(await shop.stockNow()).toMatchObject({ held: 0 });
  for (const key of keys) await shop.pass(key, CHECKOUT_LIFETIME_MS);
  expect((await shopper.open()).status).toBe(201);
});

test('each further one makes the wait longer, also where it is left to expire', async () => {
  const shopper = await shop.openShopper();
  const keys = await leaveUnpaid(shopper, 5);
  for (const key of keys) await shop.pass(key, CHECKOUT_LIFETIME_MS);
  await shopper.open();
  await shop.pass(shopper.key, CHECKOUT_LIFETIME_MS + 1);
  await settleOverdue(shop.services);
  const { status, retryAfter } = await shopper.open(undefined, randomUUID());
  expect(status).toBe(429);
  expect(retryAfter).toBeGreaterThan(890);
});

test('a day later the count begins again', async () => {
  const shopper = await shop.openShopper();
  for (const key of await leaveUnpaid(shopper, 5)) await shop.pass(key, 24 * 3_600_000);
  await leaveUnpaid(shopper, 5);
});

test('payments that were made do not count, nor do those of other shoppers', async () => {
  const [shopper, other] = [await shop.openShopper(), await shop.openShopper()];
  await leaveUnpaid(other, 5);
  await leaveUnpaid(shopper, 4);
  await shopper.open();
  await shopper.confirm(shop.account.pay(shopper.key));
  expect(await shopper.orders()).toHaveLength(1);
  expect((await other.open()).status).toBe(429);
});

test('while all pieces are held the product is not in stock for anyone, and its shopper still pays', async () => {
  await shop.reset(1);
  const [shopper, other] = [await shop.openShopper(), await shop.openShopper()];
  await shopper.open();
  expect((await other.open()).status).toBe(409);
  expect((await shopper.confirm(shop.account.pay(shopper.key))).status).toBe(201);
});
