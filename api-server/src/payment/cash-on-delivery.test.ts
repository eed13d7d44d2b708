import { CHECKOUT_LIFETIME_MS } from '@patchwork/domain';
import { anAddress } from '@patchwork/domain/testing';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '../app.ts';
import { settleOverdue } from '../checkout/sweep.ts';
import { auditEntries, checkouts, refunds } from '../database/schema.ts';
import { payDueRefunds } from '../orders/refunds.ts';
import { replacePins } from '../rows/pin-codes.ts';
import { runCommand } from '../testing/command.ts';
import { inMemory, testSettings } from '../testing/server.ts';
import { openTestShop, productId, type TestShop } from '../testing/shop.ts';
import { connect, shopWith } from '../testing/shopper.ts';

const FEE = 49;
const PRICE = 2499;
const cashOnDelivery = { limit: 5000, fee: FEE };

let shop: TestShop;

beforeAll(async () => {
  shop = await openTestShop(inMemory);
});
afterAll(() => shop.close());
beforeEach(async () => {
  await shop.reset(1);
  await shop.db.delete(auditEntries);
  await setPin(true);
});

const setPin = (isCashOnDelivery: boolean) =>
  replacePins(shop.db, [{ pin: anAddress.pinCode, days: 2, isCashOnDelivery }], {
    ...{ actor: 'test', action: 'pins import' },
  });

const run = (...line: readonly string[]) =>
  runCommand(shop.db, { ...testSettings, operator: 'Ravi Menon' }, line);

/** Opens a shopper with one piece in the cart, at a process that offers cash on delivery. */
async function openPayer() {
  const { token, key, id } = await shop.openShopper();
  const services = { ...shop.services, cashOnDelivery };
  const app = createApp(services, testSettings);
  const called = { fetch: async (request: Request) => app.fetch(request, {}) };
  const { call, orders } = shopWith(connect(called, token));
  const lines = [{ _id: productId, qty: 1, price: PRICE }];
  const body = { key, addressId: anAddress.id, lines, cashOnDelivery: { fee: FEE } };
  const open = () => call('POST', '/user/checkouts', body);
  const confirm = () =>
    call('POST', `/user/checkouts/${key}/confirmation`, {
      ...{ paymentId: `cod_${key}`, signature: '' },
    });
  return { key, id, call, orders, open, confirm, services };
}

async function openOwner() {
  const payer = await openPayer();
  await payer.open();
  const { data } = await payer.confirm();
  return { ...payer, number: data.order.number as string };
}

async function deliver(number: string) {
  await run('orders', 'pack', number);
  await run('orders', 'ship', number, '--carrier', 'Blue Dart');
  return run('orders', 'deliver', number);
}

test('an order takes its pieces from the stock when it is placed', async () => {
  const { open, confirm, orders } = await openPayer();
  expect((await open()).status).toBe(201);
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 1 });
  expect((await confirm()).status).toBe(201);
  expect(await shop.stockNow()).toMatchObject({ stock: 0, held: 0 });
  expect(await orders()).toMatchObject([{ total: PRICE + FEE, cashOnDelivery: { fee: FEE } }]);
});

test('a checkout that is not confirmed is closed in time, and a later confirmation makes no order', async () => {
  const { open, confirm, orders, key, services } = await openPayer();
  await open();
  await shop.pass(key, CHECKOUT_LIFETIME_MS + 1);
  await settleOverdue(services);
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 0 });
  expect(await confirm()).toMatchObject({ status: 409, data: { code: 'checkoutClosed' } });
  expect(await orders()).toEqual([]);
  const [row] = await shop.db.select().from(checkouts).where(eq(checkouts.key, key));
  expect(row).toMatchObject({ status: 'closed', paymentId: null });
});

test('a process that no longer offers it still confirms what was opened, and opens no other', async () => {
  const { key, open, call } = await openPayer();
  await open();
  const own = { ...shop.services, cashOnDelivery: undefined };
  const app = createApp(own, testSettings);
  const { token, id } = await shop.openShopper();
  expect(id).toBeDefined();
  const other = connect({ fetch: async (request: Request) => app.fetch(request, {}) }, token);
  const refused = await other('POST', '/user/checkouts', {
    ...{ key: crypto.randomUUID(), addressId: anAddress.id, cashOnDelivery: { fee: FEE } },
    lines: [{ _id: productId, qty: 1, price: PRICE }],
  });
  expect(refused).toMatchObject({ status: 409 });
  const confirmed = await call('POST', `/user/checkouts/${key}/confirmation`, {
    ...{ paymentId: `cod_${key}`, signature: '' },
  });
  expect(confirmed.status).toBe(201);
});

test('a PIN code that loses cash on delivery meanwhile is refused', async () => {
  const { open } = await openPayer();
  await setPin(false);
  expect(await open()).toMatchObject({ status: 409, data: { code: 'cashNotOffered' } });
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 0 });
});

test('another order is opened after one that was left open and has ended', async () => {
  const { key, open, call } = await openPayer();
  await open();
  await shop.pass(key, CHECKOUT_LIFETIME_MS + 1);
  const next = await call('POST', '/user/checkouts', {
    ...{ key: crypto.randomUUID(), addressId: anAddress.id },
    lines: [{ _id: productId, qty: 1, price: PRICE }],
  });
  expect(next).toMatchObject({ status: 201, data: { checkout: { status: 'open' } } });
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 1 });
});

test('the pieces of a placed order stay counted against its network until the window ends', async () => {
  const limits = { perAddress: 1, perEmail: 1 };
  const { services, key } = await openPayer();
  const payer = await openPayer();
  await shop.reset(5);
  const app = createApp({ ...services, attempts: limits }, testSettings);
  expect(key).not.toBe(payer.key);
  const place = async () => {
    const shopper = await shop.openShopper();
    const call = connect(
      { fetch: async (request: Request) => app.fetch(request, { address: '192.0.2.7' }) },
      shopper.token,
    );
    const opened = await call('POST', '/user/checkouts', {
      ...{ key: shopper.key, addressId: anAddress.id, cashOnDelivery: { fee: FEE } },
      lines: [{ _id: productId, qty: 1, price: PRICE }],
    });
    if (opened.status !== 201) return opened.status;
    const path = `/user/checkouts/${shopper.key}/confirmation`;
    return (await call('POST', path, { paymentId: `cod_${shopper.key}`, signature: '' })).status;
  };
  expect(await place()).toBe(201);
  expect(await place()).toBe(429);
});

test('the delivery records the cash', async () => {
  const { number } = await openOwner();
  expect(await run('orders', 'show', number)).toContain('in cash on delivery, with a fee of ₹49');
  expect(await deliver(number)).toBe(`${number} was delivered, and ₹2,548 paid in cash`);
});

test('a parcel that is refused at the door returns to the stock, and nothing is refunded', async () => {
  const { number, services } = await openOwner();
  await expect(run('orders', 'refuse', number)).rejects.toThrow('has not been shipped');
  await run('orders', 'pack', number);
  await run('orders', 'ship', number, '--carrier', 'Blue Dart');
  expect(await run('orders', 'refuse', number, '--dry-run')).toContain('Dry run');
  expect(await run('orders', 'refuse', number)).toBe(
    `${number} had 1 line cancelled: ${productId}`,
  );
  expect(await run('orders', 'refuse', number)).toContain('Nothing was changed');
  await payDueRefunds(services);
  expect(await shop.stockNow()).toMatchObject({ stock: 1, held: 0 });
  expect(await shop.db.select().from(refunds)).toEqual([]);
  const refused = (await shop.db.select().from(auditEntries)).filter(
    ({ action }) => action === 'orders refuse',
  );
  expect(refused).toMatchObject([{ actor: 'Ravi Menon', subject: number }]);
});

test('a shopper’s cancellation before packing returns the pieces, and nothing is refunded', async () => {
  const { key, call } = await openOwner();
  const { data } = await call('POST', `/user/orders/${key}/cancellation`, {});
  expect(data.order.events).toMatchObject([{ type: 'cancelled' }]);
  expect(await shop.stockNow()).toMatchObject({ stock: 1 });
  expect(await shop.db.select().from(refunds)).toEqual([]);
});

test('a return is refunded by no provider, and once when the operator records the transfer', async () => {
  const { key, number, call, services } = await openOwner();
  await deliver(number);
  const line = ['--product', productId];
  await call('POST', `/user/orders/${key}/returns`, {
    ...{ products: [productId], reason: 'Too small' },
  });
  expect(await run('orders', 'accept-return', number, ...line)).toBe(
    `${number} had 1 line returned: ${productId}. Transfer ₹2,499 to the shopper, then record it with orders paid-back`,
  );
  expect(await shop.stockNow()).toMatchObject({ stock: 1 });
  await payDueRefunds(services);
  expect(shop.account.refunds).toEqual([]);
  expect(await run('orders', 'list', '--status', 'refundDue')).toContain(number);
  const record = ['orders', 'paid-back', number, ...line, '--reference', 'UPI 433512'];
  expect(await run(...record)).toBe(`${number} was refunded ₹2,499 by UPI 433512`);
  expect(await run(...record)).toContain('Nothing was changed');
  expect(await run('orders', 'list', '--status', 'refundDue')).toBe('No order was found');
  expect(await run('orders', 'list', '--status', 'refunded')).toContain(number);
  const rows = await shop.db.select().from(refunds).where(eq(refunds.orderId, key));
  expect(rows).toMatchObject([{ amount: PRICE, refundedAt: expect.any(Date) }]);
});
