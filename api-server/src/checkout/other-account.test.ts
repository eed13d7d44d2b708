import { randomUUID } from 'node:crypto';
import { CHECKOUT_LIFETIME_MS } from '@patchwork/domain';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { checkouts } from '../database/schema.ts';
import { OTHER_ACCOUNT_GRACE_MS } from '../rows/checkout-row.ts';
import { inMemory } from '../testing/server.ts';
import { createAccount, openTestShop, type TestShop } from '../testing/shop.ts';
import { giveBackPayments, settleOverdue } from './sweep.ts';

/**
 * Shop that switches from a test account to a live one. Its first process has the old account, `changed` the new one.
 */
let shop: TestShop;
let live: ReturnType<typeof createAccount>;
let changed: ReturnType<TestShop['startProcess']>;
const logged: { msg: string; [field: string]: unknown }[] = [];

beforeAll(async () => {
  shop = await openTestShop(inMemory, 'rzp_test_old');
  live = createAccount('rzp_live_new');
  const log = pino(
    { level: 'warn' },
    { write: (line: string) => void logged.push(JSON.parse(line)) },
  );
  changed = shop.startProcess(live, log);
});

afterAll(() => shop.close());

beforeEach(async () => {
  await shop.reset();
  live.fail(false);
  logged.length = 0;
});

test('a shopper with a checkout at the old account can open one at the new account', async () => {
  const { key, open } = await shop.openShopper();
  await open();
  expect(await shop.rowOf(key)).toMatchObject({ account: 'rzp_test_old' });
  const next = randomUUID();
  const { status, data } = await open(changed, next);
  expect(status).toBe(201);
  expect(data.checkout.payment.keyId).toBe('rzp_live_new');
  expect(await shop.rowOf(next)).toMatchObject({ account: 'rzp_live_new' });
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 1 });
});

test('an open checkout of the simulator does not prevent its shopper from buying with the first real provider', async () => {
  const { key, open, cancel } = await shop.openShopper();
  await open();
  const atSimulator = { provider: 'simulator', account: null } as const;
  await shop.db.update(checkouts).set(atSimulator).where(eq(checkouts.key, key));
  expect((await cancel(changed)).data.checkout.status).toBe('closed');
  expect((await open(changed, randomUUID())).status).toBe(201);
});

test('while both accounts are in use, the process with the old account settles its checkouts', async () => {
  const { key, open, settle, orders } = await shop.openShopper();
  await open();
  shop.account.pay(key);
  await shop.pass(key, CHECKOUT_LIFETIME_MS + 1);
  await settleOverdue(changed.services);
  const { data } = await settle(changed);
  expect(data.checkout).toMatchObject({ status: 'open', payment: { orderId: `order_${key}` } });
  expect(data.checkout.payment).not.toHaveProperty('keyId');
  await settleOverdue(shop.services);
  expect(await orders()).toMatchObject([{ _id: key }]);
});

test('if no process knows the account any more, the sweep closes the checkout after fifteen minutes', async () => {
  const { key, open } = await shop.openShopper();
  await open();
  await shop.pass(key, CHECKOUT_LIFETIME_MS + OTHER_ACCOUNT_GRACE_MS - 60_000);
  await settleOverdue(changed.services);
  expect(await shop.stockNow()).toMatchObject({ held: 1 });
  await shop.pass(key, 60_001);
  await settleOverdue(changed.services);
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 0 });
  const account = { provider: 'razorpay', account: 'rzp_test_old', order: `order_${key}` };
  expect(logged).toMatchObject([{ checkout: key, ...account, level: 40 }]);
});

test('a payment to the old account is not confirmed by the new one, and is logged for the operator', async () => {
  const { key, open, confirm, orders } = await shop.openShopper();
  await open();
  const payment = shop.account.pay(key);
  const { status, data } = await confirm(payment, changed);
  expect(status).toBe(409);
  expect(data.errors[0]).toContain('has changed its payment account');
  const { paymentId } = payment;
  expect(logged).toMatchObject([{ checkout: key, payment: paymentId, level: 50 }]);
  // A process with the old account confirms the payment; then one with the new account knows the order too.
  expect((await confirm(payment)).status).toBe(201);
  expect((await confirm(payment, changed)).status).toBe(201);
  expect(await orders()).toHaveLength(1);
});

test('a payment to the old account is refunded by that account, at once even if another has logged a failure', async () => {
  const [late, other] = [await shop.openShopper(), await shop.openShopper()];
  await late.open();
  await late.cancel();
  await other.open();
  await other.confirm(shop.account.pay(other.key));
  const payment = shop.account.pay(late.key);
  await late.confirm(payment);

  await giveBackPayments(changed.services);
  expect(logged).toEqual([]);
  await shop.pass(late.key, OTHER_ACCOUNT_GRACE_MS + 1);
  await giveBackPayments(changed.services);
  expect(logged).toMatchObject([{ checkout: late.key, payment: payment.paymentId, level: 50 }]);
  expect(live.refunds).toEqual([]);
  await giveBackPayments(changed.services);
  expect(logged).toHaveLength(1);
  await giveBackPayments(shop.services);
  expect(shop.account.refunds).toEqual([payment.paymentId]);
});

test('a checkout whose order the account does not know does not prevent its shopper from buying', async () => {
  const { key, open } = await shop.openShopper();
  await open();
  // Makes the checkout look as before accounts were stored; its order is at the old account.
  await shop.db.update(checkouts).set({ account: null }).where(eq(checkouts.key, key));
  await shop.pass(key, CHECKOUT_LIFETIME_MS + 1);
  expect((await open(changed, randomUUID())).status).toBe(201);
});

test('a repeated request creates its order at the new account if the old one created none', async () => {
  const { key, open } = await shop.openShopper();
  await open();
  await shop.db.update(checkouts).set({ providerOrderId: null }).where(eq(checkouts.key, key));
  const { data } = await open(changed);
  expect(data.checkout).toMatchObject({ key, payment: { keyId: 'rzp_live_new' } });
  expect(await shop.rowOf(key)).toMatchObject({ account: 'rzp_live_new' });
});
