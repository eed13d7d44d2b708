import { randomUUID } from 'node:crypto';
import { CHECKOUT_LIFETIME_MS } from '@patchwork/domain';
import { anAddress } from '@patchwork/domain/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cartLines, products } from '../database/schema.ts';
import { ProviderError } from '../payment/provider.ts';
import { inMemory } from '../testing/server.ts';
import { openTestShop, productId, type TestShop } from '../testing/shop.ts';
import { giveBackPayments, settleOverdue } from './sweep.ts';

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop(inMemory);
});

afterAll(() => shop.close());

beforeEach(() => shop.reset());

const expire = (key: string) => shop.pass(key, CHECKOUT_LIFETIME_MS + 1);
const sweep = () => settleOverdue(shop.services);

test('the sweep closes a checkout that was not paid in time and releases its stock', async () => {
  const { key, settle, open } = await shop.openShopper();
  await open();
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 1 });
  await sweep();
  expect(await shop.stockNow()).toMatchObject({ held: 1 });
  await expire(key);
  await sweep();
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 0 });
  const closed = { checkout: { status: 'closed' }, order: null };
  expect((await settle()).data).toMatchObject(closed);
});

test('the sweep turns a paid checkout whose confirmation was lost into its order', async () => {
  const { open, orders, key } = await shop.openShopper();
  await open();
  shop.account.pay(key);
  await expire(key);
  await Promise.all([sweep(), sweep()]);
  expect(await shop.stockNow()).toMatchObject({ stock: 0, held: 0 });
  expect(await orders()).toMatchObject([{ _id: key }]);
});

test('reading the open checkouts neither calls a provider nor changes anything', async () => {
  const { call, open, orders, key } = await shop.openShopper();
  await open();
  shop.account.pay(key);
  await expire(key);
  expect((await call('GET', '/user/checkouts')).data.checkouts).toMatchObject([
    { key, status: 'open' },
  ]);
  expect((await call('GET', `/user/checkouts/${key}`)).status).toBe(405);
  expect(await orders()).toEqual([]);
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 1 });
});

test('while the provider can’t be reached, a checkout is neither closed nor cancelled, nor said to be unpaid', async () => {
  const { account, key, settle, call, cancel, open } = await shop.openShopper();
  await open();
  await expire(key);
  shop.account.fail();
  const { password } = account;
  for (const answer of [
    await settle(),
    await cancel(),
    await open(undefined, randomUUID()),
    await call('POST', '/user/account/deletion', { password }),
  ]) {
    const text = expect.stringContaining('can’t tell');
    expect(answer).toMatchObject({ status: 503, data: { errors: [text] } });
  }
  expect(await shop.stockNow()).toMatchObject({ held: 1 });
  shop.account.fail(false);
  await sweep();
  expect(await shop.stockNow()).toMatchObject({ held: 0 });
});

test('if the provider creates no order, no stock is reserved, and the same key can be sent again', async () => {
  const { open } = await shop.openShopper();
  shop.account.fail();
  expect(await open()).toMatchObject({
    status: 503,
    data: { errors: [expect.stringContaining('Nothing was charged')] },
  });
  expect(await shop.stockNow()).toMatchObject({ held: 0 });
  shop.account.fail(false);
  expect((await open()).status).toBe(201);
});

test('if two requests with one key fail at the provider, both say so', async () => {
  const { open } = await shop.openShopper();
  let calls = 0;
  const createOrder = async () => {
    calls += 1;
    await expect.poll(() => calls).toBe(2);
    throw new ProviderError('down');
  };
  const failing = shop.startProcess({ provider: { ...shop.account.provider, createOrder } });
  const answers = await Promise.all([open(failing), open(failing)]);
  expect(answers.map(({ status }) => status)).toEqual([503, 503]);
  expect(await shop.stockNow()).toMatchObject({ held: 0 });
});

test('a payment after the checkout has expired creates the order if the piece is still in stock', async () => {
  const { key, cancel, open, confirm, orders } = await shop.openShopper();
  await open();
  await cancel();
  expect((await confirm(shop.account.pay(key))).status).toBe(201);
  expect(await shop.stockNow()).toMatchObject({ stock: 0, held: 0 });
  expect(await orders()).toMatchObject([{ _id: key }]);
});

test('a payment after the checkout has expired is refunded once by the sweep if the piece was sold', async () => {
  const { account } = shop;
  const [late, other] = [await shop.openShopper(), await shop.openShopper()];
  await late.open();
  await late.cancel();
  await other.open();
  expect((await other.confirm(account.pay(other.key))).status).toBe(201);

  const payment = account.pay(late.key);
  expect((await late.confirm(payment)).status).toBe(409);
  expect(account.refunds).toEqual([]);
  await giveBackPayments(shop.services);
  expect((await late.confirm(payment)).status).toBe(409);
  await giveBackPayments(shop.services);
  expect(account.refunds).toEqual([payment.paymentId]);
  expect(account.refundedPaise).toEqual([2499_00]);
  await shop.db.update(products).set({ stock: 1 }).where(eq(products.id, productId));
  expect((await late.confirm(payment)).status).toBe(409);
  expect(await late.orders()).toEqual([]);
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 0 });
});

test('a total that exceeds an integer column is stored exactly', async () => {
  const { key, call, confirm, orders } = await shop.openShopper();
  const price = 2_000_000_000;
  await shop.db.update(products).set({ price, stock: 2 }).where(eq(products.id, productId));
  await shop.db.update(cartLines).set({ quantity: 2 });
  const lines = [{ _id: productId, qty: 2, price }];
  expect(
    (await call('POST', '/user/checkouts', { key, addressId: anAddress.id, lines })).status,
  ).toBe(201);
  expect((await confirm(shop.account.pay(key))).status).toBe(201);
  expect(await orders()).toMatchObject([{ total: 2 * price }]);
});

type Shopper = Awaited<ReturnType<TestShop['openShopper']>>;

/** Opens and cancels this many checkouts. Returns their keys. */
async function leaveUnpaid({ open, cancel }: Shopper, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => randomUUID());
  for (const key of keys) {
    expect((await open(undefined, key)).status).toBe(201);
    await cancel(undefined, key);
  }
  return keys;
}

describe('unpaid checkouts', () => {
  beforeEach(() => shop.reset(10));

  test('after five cancelled payments in a row, the shopper has to wait for fifteen minutes', async () => {
    const shopper = await shop.openShopper();
    const keys = await leaveUnpaid(shopper, 5);
    const refused = await shopper.open();
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(890);
    expect(Number(refused.retryAfter)).toBeLessThanOrEqual(900);
    expect(refused.data.errors).toEqual([
      'Several of your payments were started but not completed. Please wait 15 minutes, then place the order again.',
    ]);
    expect(await shop.stockNow()).toMatchObject({ held: 0 });
    for (const key of keys) await shop.pass(key, CHECKOUT_LIFETIME_MS);
    expect((await shopper.open()).status).toBe(201);
  });

  test('each further one adds fifteen minutes to the wait, even if it expires instead of being cancelled', async () => {
    const shopper = await shop.openShopper();
    const keys = await leaveUnpaid(shopper, 5);
    for (const key of keys) await shop.pass(key, CHECKOUT_LIFETIME_MS);
    await shopper.open();
    await shop.pass(shopper.key, CHECKOUT_LIFETIME_MS + 1);
    await settleOverdue(shop.services);
    const { status, retryAfter } = await shopper.open(undefined, randomUUID());
    expect(status).toBe(429);
    expect(Number(retryAfter)).toBeGreaterThan(890);
  });

  test('after a day, the count starts again', async () => {
    const shopper = await shop.openShopper();
    for (const key of await leaveUnpaid(shopper, 5)) await shop.pass(key, 24 * 3_600_000);
    await leaveUnpaid(shopper, 5);
  });

  test('completed payments and other shoppers’ unpaid checkouts are not counted', async () => {
    const [shopper, other] = [await shop.openShopper(), await shop.openShopper()];
    await leaveUnpaid(other, 5);
    await leaveUnpaid(shopper, 4);
    await shopper.open();
    await shopper.confirm(shop.account.pay(shopper.key));
    expect(await shopper.orders()).toHaveLength(1);
    expect((await other.open()).status).toBe(429);
  });
});
