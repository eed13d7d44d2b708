import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { type Logger, pino } from 'pino';
import { createApp } from '../app.ts';
import { ago, interval } from '../database/expressions.ts';
import { openDatabase } from '../database/open.ts';
import { checkouts, products, sessions } from '../database/schema.ts';
import { createServices, type Services } from '../handlers/services.ts';
import { type PaymentProvider, ProviderError } from '../payment/provider.ts';
import { seed } from '../rows/seed.ts';
import type { Settings } from '../settings.ts';
import { testSettings } from './server.ts';
import { connect, shopWith, signUp } from './shopper.ts';

export const productId = 'indigo-selvedge-overshirt';

/** Creates an account at a fake payment provider. Tests can pay through it even after a checkout has ended. */
export function createAccount(keyId: string) {
  const orders = new Set<string>();
  const payments = new Map<string, string>();
  const refunds: string[] = [];
  const refundedPaise: number[] = [];
  let isDown = false;
  const requireUp = () => {
    const cause = Object.assign(new Error('fetch failed'), { code: 'ECONNREFUSED' });
    if (isDown) throw new ProviderError('down', { cause });
  };
  const provider: PaymentProvider = {
    name: 'razorpay',
    keyId,
    createOrder: async ({ key }) => {
      requireUp();
      orders.add(`order_${key}`);
      return `order_${key}`;
    },
    verify: async ({ orderId, paymentId }) => payments.get(orderId) === paymentId,
    findPayment: async (orderId) => {
      requireUp();
      if (!orders.has(orderId)) return { kind: 'unknown' };
      const paymentId = payments.get(orderId);
      return paymentId === undefined ? { kind: 'unpaid' } : { kind: 'paid', paymentId };
    },
    refund: async ({ paymentId, amountPaise }) => {
      requireUp();
      refunds.push(paymentId);
      refundedPaise.push(amountPaise);
    },
  };
  return {
    provider,
    refunds,
    refundedPaise,
    /** Pays at the provider without telling the server. */
    pay(key: string) {
      const paymentId = `pay_${randomUUID()}`;
      payments.set(`order_${key}`, paymentId);
      return { paymentId, signature: 'checked by the map' };
    },
    /** Makes later calls to the provider fail, except `verify`, until called with `false`. */
    fail: (down = true) => {
      isDown = down;
    },
  };
}

/** Opens the sample shop on a database, with a process that uses the payment account `keyId`. */
export async function openTestShop(database: Settings['database'], keyId = 'rzp_test_1') {
  const { db, close } = await openDatabase(database);
  const log = pino({ level: 'silent' });
  const base = await createServices({ db }, testSettings, log);
  await seed(db, 1);
  const account = createAccount(keyId);

  function startProcess({ provider }: Pick<Services, 'provider'>, to: Logger = log) {
    const services: Services = { ...base, provider, simulator: undefined, log: to };
    return { services, app: createApp(services, testSettings) };
  }
  const own = startProcess(account);

  async function stockNow() {
    const [row] = await db.select().from(products).where(eq(products.id, productId));
    if (!row) throw new Error('no such product');
    return row;
  }

  /** Signs up a shopper with one piece in the cart. The returned functions take the process to call. */
  async function openShopper() {
    const calledAt = ({ app }: typeof own) => ({
      fetch: async (request: Request) => app.fetch(request, {}),
    });
    const shopper = await signUp(calledAt(own), productId);
    const at = (process: typeof own) => shopWith(connect(calledAt(process), shopper.token));
    const key = randomUUID();
    return {
      ...shopper,
      key,
      open: (process = own, checkout: string = key) => at(process).open(checkout),
      settle: (process = own) => at(process).call('POST', `/user/checkouts/${key}/settlement`),
      cancel: (process = own, checkout: string = key) =>
        at(process).call('DELETE', `/user/checkouts/${checkout}`),
      confirm: (payment: object, process = own) => at(process).confirm(key, payment),
      cancelOrder: (process = own) =>
        at(process).call('POST', `/user/orders/${key}/cancellation`, {}),
    };
  }

  return {
    db,
    close,
    account,
    services: own.services,
    startProcess,
    openShopper,
    stockNow,
    /** Closes all open checkouts, sets the stock to this many pieces, forgets the refunds, and undoes `fail`. */
    async reset(stock = 1) {
      await db.update(checkouts).set({ status: 'closed' }).where(eq(checkouts.status, 'open'));
      await db.update(products).set({ stock, held: 0 }).where(eq(products.id, productId));
      account.refunds.length = 0;
      account.refundedPaise.length = 0;
      account.fail(false);
    },
    /** Lets time pass for one checkout by moving its stored times back. */
    async pass(key: string, ms: number) {
      const before = (column: unknown) => sql`${column} - ${interval(ms)}`;
      await db
        .update(checkouts)
        .set({
          openedAt: before(checkouts.openedAt),
          expiresAt: before(checkouts.expiresAt),
          nextAttemptAt: before(checkouts.nextAttemptAt),
        })
        .where(eq(checkouts.key, key));
    },
    sessionsOf: (shopperId: string) =>
      db.select().from(sessions).where(eq(sessions.shopperId, shopperId)),
    endSessions: (shopperId: string) =>
      db
        .update(sessions)
        .set({ expiresAt: ago(1) })
        .where(eq(sessions.shopperId, shopperId)),
    async rowOf(key: string) {
      const [row] = await db.select().from(checkouts).where(eq(checkouts.key, key));
      if (!row) throw new Error(`no checkout ${key}`);
      return row;
    },
  };
}

export type TestShop = Awaited<ReturnType<typeof openTestShop>>;
