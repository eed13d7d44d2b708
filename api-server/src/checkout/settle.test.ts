import { randomUUID } from 'node:crypto';
import { encodeProduct } from '@patchwork/api';
import { encodeAddress } from '@patchwork/api/wire';
import { CHECKOUT_LIFETIME_MS } from '@patchwork/domain';
import { anAddress } from '@patchwork/domain/testing';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '../app.ts';
import { openSession } from '../auth/sessions.ts';
import type { OpenDatabase } from '../database/database.ts';
import { addShopper } from '../database/new-shopper.ts';
import { openDatabase } from '../database/open.ts';
import { toProduct } from '../database/product-row.ts';
import { cartLines, products } from '../database/schema.ts';
import { seed } from '../database/seed.ts';
import { type PaymentProvider, ProviderError } from '../payment/provider.ts';
import type { Services } from '../services.ts';
import { createServices } from '../services.ts';
import { testSettings } from '../testing.ts';
import { giveBackPayments, settleOverdue } from './settle.ts';

const productId = 'indigo-selvedge-overshirt';

/** A provider whose payments the tests make, also after the end of a checkout. */
const payments = new Map<string, string>();
const refunds: string[] = [];
let isDown = false;

function requireUp(): void {
  const cause = Object.assign(new Error('fetch failed'), { code: 'ECONNREFUSED' });
  if (isDown) throw new ProviderError('down', { cause });
}

const provider: PaymentProvider = {
  name: 'razorpay',
  createOrder: async ({ key }) => {
    requireUp();
    return `order_${key}`;
  },
  verify: async ({ orderId, paymentId }) => payments.get(orderId) === paymentId,
  findPayment: async (orderId) => {
    requireUp();
    return payments.get(orderId);
  },
  refund: async ({ paymentId }) => {
    requireUp();
    refunds.push(paymentId);
  },
};

let opened: OpenDatabase;
let services: Services;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  opened = await openDatabase({ kind: 'memory' });
  const log = pino({ level: 'silent' });
  services = { ...(await createServices(opened.db, testSettings, log)), provider };
  await seed(opened.db, 1);
  app = createApp(services, testSettings);
});

afterAll(() => opened.close());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
  payments.clear();
  refunds.length = 0;
  isDown = false;
  await opened.db.update(products).set({ stock: 1, held: 0 }).where(eq(products.id, productId));
});

afterEach(() => vi.useRealTimers());

async function stockNow() {
  const [row] = await opened.db.select().from(products).where(eq(products.id, productId));
  if (!row) throw new Error('no such product');
  return row;
}

async function openShopper() {
  const email = `${randomUUID()}@patchwork.example`;
  const names = { name: 'Meera Das', firstName: 'Meera', lastName: 'Das' };
  const values = { id: randomUUID(), email, ...names, profile: {}, passwordHash: '' };
  const shopper = await addShopper(opened.db, values);
  if (!shopper) throw new Error('no shopper');
  const token = await openSession(opened.db, services.tokens, shopper);
  const row = await stockNow();
  const product = encodeProduct(toProduct(row));
  await opened.db.insert(cartLines).values({ shopperId: shopper.id, productId, product });
  async function call(method: string, path: string, body?: object) {
    const response = await app.request(`http://localhost/api/user${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, data: await response.json() };
  }
  await call('POST', '/addresses', { address: encodeAddress(anAddress) });
  const key = randomUUID();
  const lines = [{ _id: productId, qty: 1, price: row.price }];
  const open = () => call('POST', '/checkouts', { key, addressId: anAddress.id, lines });
  /** As the shopper does at the provider, of which the server hears nothing. */
  function pay() {
    const paymentId = `pay_${randomUUID()}`;
    payments.set(`order_${key}`, paymentId);
    return { paymentId, signature: 'checked by the map' };
  }
  const confirm = (payment: object) => call('POST', `/checkouts/${key}/confirmation`, payment);
  const orders = async () => (await call('GET', '/orders')).data.orders;
  return { key, call, open, pay, confirm, orders };
}

const expire = () => vi.setSystemTime(Date.now() + CHECKOUT_LIFETIME_MS + 1);

test('a checkout that was not paid in time is closed by the sweep, and frees what it held', async () => {
  const { key, call, open } = await openShopper();
  await open();
  expect(await stockNow()).toMatchObject({ stock: 1, held: 1 });
  await settleOverdue(services);
  expect(await stockNow()).toMatchObject({ held: 1 });
  expire();
  await settleOverdue(services);
  expect(await stockNow()).toMatchObject({ stock: 1, held: 0 });
  expect((await call('GET', `/checkouts/${key}`)).data).toMatchObject({
    checkout: { status: 'closed' },
    order: null,
  });
});

test('one that was paid, whose confirmation was lost, becomes its order in the sweep', async () => {
  const { open, pay, orders, key } = await openShopper();
  await open();
  pay();
  expire();
  await Promise.all([settleOverdue(services), settleOverdue(services)]);
  expect(await stockNow()).toMatchObject({ stock: 0, held: 0 });
  expect(await orders()).toMatchObject([{ _id: key }]);
});

test('while the provider can’t be reached, a checkout is neither closed nor cancelled', async () => {
  const { key, call, open } = await openShopper();
  await open();
  expire();
  isDown = true;
  await settleOverdue(services);
  expect((await call('GET', `/checkouts/${key}`)).data.checkout.status).toBe('open');
  expect((await call('DELETE', `/checkouts/${key}`)).status).toBe(503);
  expect(await stockNow()).toMatchObject({ held: 1 });
  isDown = false;
  await settleOverdue(services);
  expect(await stockNow()).toMatchObject({ held: 0 });
});

test('where the provider makes no order nothing is held, and the same key may be sent again', async () => {
  const { open } = await openShopper();
  isDown = true;
  expect(await open()).toMatchObject({
    status: 503,
    data: { errors: [expect.stringContaining('payment provider')] },
  });
  expect(await stockNow()).toMatchObject({ held: 0 });
  isDown = false;
  expect((await open()).status).toBe(201);
});

test('a payment after the end makes the order if the piece is still there', async () => {
  const { key, call, open, pay, confirm, orders } = await openShopper();
  await open();
  await call('DELETE', `/checkouts/${key}`);
  expect((await confirm(pay())).status).toBe(201);
  expect(await stockNow()).toMatchObject({ stock: 0, held: 0 });
  expect(await orders()).toMatchObject([{ _id: key }]);
});

test('a payment after the end is given back once if the piece was sold, however often it is tried', async () => {
  const [late, other] = [await openShopper(), await openShopper()];
  await late.open();
  await late.call('DELETE', `/checkouts/${late.key}`);
  await other.open();
  expect((await other.confirm(other.pay())).status).toBe(201);

  const payment = late.pay();
  isDown = true;
  expect((await late.confirm(payment)).status).toBe(409);
  expect(refunds).toEqual([]);
  isDown = false;
  await giveBackPayments(services);
  expect((await late.confirm(payment)).status).toBe(409);
  await giveBackPayments(services);
  expect(refunds).toEqual([payment.paymentId]);
  await opened.db.update(products).set({ stock: 1 }).where(eq(products.id, productId));
  expect((await late.confirm(payment)).status).toBe(409);
  expect(await late.orders()).toEqual([]);
  expect(await stockNow()).toMatchObject({ stock: 1, held: 0 });
});

test('a client that names an order of its own has none afterwards, whatever the address', async () => {
  const { key, call, open, orders } = await openShopper();
  const { lines, address, total } = (await open()).data.checkout;
  const placedAt = '2026-03-01T09:05:07.000Z';
  const order = { _id: key, placedAt, lines, total, address, paymentReference: 'sim_1' };
  for (const path of ['/hand-over', '/orders', `/orders/${key}`]) {
    const { status } = await call('POST', path, { ...order, addresses: [], orders: [order] });
    expect([404, 405], path).toContain(status);
  }
  expect(await orders()).toEqual([]);
});

test('a total that no integer column holds is kept as it is', async () => {
  const { key, call, pay, confirm, orders } = await openShopper();
  const price = 2_000_000_000;
  await opened.db.update(products).set({ price, stock: 2 }).where(eq(products.id, productId));
  await opened.db.update(cartLines).set({ quantity: 2 });
  const lines = [{ _id: productId, qty: 2, price }];
  expect((await call('POST', '/checkouts', { key, addressId: anAddress.id, lines })).status).toBe(
    201,
  );
  expect((await confirm(pay())).status).toBe(201);
  expect(await orders()).toMatchObject([{ total: 2 * price }]);
});
