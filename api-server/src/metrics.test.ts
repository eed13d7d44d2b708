import { randomUUID } from 'node:crypto';
import { encodeAddress } from '@patchwork/api/wire';
import { anAddress } from '@patchwork/domain/testing';
import { openTestMetrics, scrape, sumOf } from '@patchwork/release/metrics/testing';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiServer } from './create-api-server.ts';
import type { Database } from './database/database.ts';
import { openDatabase } from './database/open.ts';
import { checkouts, mails, orders, refunds } from './database/schema.ts';
import { newOrderNumber } from './rows/order-row.ts';
import { addShopper } from './rows/shopper-rows.ts';
import type { Settings } from './settings.ts';
import { openBreakableConnection } from './testing/breakable-connection.ts';
import { describeOnPostgres } from './testing/databases.ts';
import { inMemory, testSettings } from './testing/server.ts';

/** Mail server that does not exist, so that mails wait. */
const smtp = { url: 'smtp://127.0.0.1:1', from: 'orders@patchwork.example' };

async function openMeasured(database: Settings['database'], settings: Partial<Settings> = {}) {
  const metrics = await openTestMetrics();
  const opened = await openDatabase(database);
  const log = pino({ level: 'silent' });
  const server = await createApiServer(
    { ...testSettings, ...settings },
    { log, database: opened, metrics },
  );
  return {
    metrics,
    database: opened,
    get: (path: string) => server.fetch(new Request(`http://localhost${path}`)),
    stop: async () => {
      await server.stop();
      await metrics.stop();
    },
  };
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** Two open checkouts, one that was never paid, two with payments to be refunded, and one with a refunded payment. */
const sampleCheckouts: readonly Partial<typeof checkouts.$inferInsert>[] = [
  {},
  {},
  { status: 'closed' },
  { status: 'closed', paymentId: 'p1', openedAt: minutesAgo(90) },
  { status: 'closed', paymentId: 'p2', openedAt: minutesAgo(20) },
  { status: 'closed', paymentId: 'p3', openedAt: minutesAgo(600), refundedAt: new Date() },
];

async function addCheckouts(db: Database): Promise<void> {
  for (const fields of sampleCheckouts) {
    const person = { name: 'A B', firstName: 'A', lastName: 'B', profile: {}, passwordHash: '' };
    const shopper = await addShopper(db, { ...person, email: `${randomUUID()}@b.example` });
    await db.insert(checkouts).values({
      ...{ key: randomUUID(), shopperId: shopper?.id ?? '', status: 'open', provider: 'simulator' },
      ...{ openedAt: minutesAgo(1), expiresAt: minutesAgo(-14), lines: [], total: 1 },
      address: encodeAddress(anAddress),
      ...fields,
    });
  }
  const [checkout] = await db.select().from(checkouts).where(eq(checkouts.paymentId, 'p3'));
  if (!checkout) throw new Error('no checkout');
  const { key: id, shopperId, total, address } = checkout;
  await db.insert(orders).values({
    ...{ id, shopperId, lines: [], total, address },
    ...{ number: newOrderNumber(), placedAt: minutesAgo(600), paymentReference: 'p3' },
  });
  await db.insert(refunds).values([
    { id: randomUUID(), orderId: id, cause: 0, amount: 1, createdAt: minutesAgo(120) },
    { id: randomUUID(), orderId: id, cause: 1, amount: 1, refundedAt: new Date() },
  ]);
}

/** Two mails that wait, one that was sent, and one that was given up. */
const sampleMails: readonly Partial<typeof mails.$inferInsert>[] = [
  { createdAt: minutesAgo(20) },
  { createdAt: minutesAgo(1) },
  { createdAt: minutesAgo(90), sentAt: new Date() },
  { createdAt: minutesAgo(90), failedAt: new Date() },
];

const addMails = (db: Database) =>
  db.insert(mails).values(
    sampleMails.map((fields) => ({
      ...{ id: randomUUID(), kind: 'orderPlaced', recipient: 'a@b.example', data: {} },
      ...{ createdAt: new Date(), ...fields },
    })),
  );

describe('a server on the embedded database', () => {
  let measured: Awaited<ReturnType<typeof openMeasured>>;

  beforeAll(async () => {
    measured = await openMeasured(inMemory, { smtp });
    await addCheckouts(measured.database.db);
    await addMails(measured.database.db);
  });

  afterAll(() => measured.stop());

  const counted = async (route: string, status: number): Promise<number> =>
    sumOf(await scrape(measured.metrics), 'patchwork_requests_total', {
      route,
      status: String(status),
    });

  test('requests are counted by endpoint name and status', async () => {
    await measured.get('/api/products');
    await measured.get('/api/products/puddle-raincoat');
    await measured.get('/api/products/no-such-product');
    await measured.get('/readyz');
    expect(await counted('listProducts', 200)).toBe(1);
    expect(await counted('getProduct', 200)).toBe(1);
    expect(await counted('getProduct', 404)).toBe(1);
    expect(await counted('health', 200)).toBe(1);
  });

  test('unknown paths and product ids add no label value', async () => {
    const routes = async () =>
      [...(await scrape(measured.metrics)).keys()]
        .filter((key) => key.startsWith('patchwork_requests_total'))
        .map((key) => /route="(\w+)"/.exec(key)?.[1]);
    await measured.get('/api/nothing');
    await measured.get('/api/products/none');
    const before = await routes();
    for (let index = 0; index < 20; index += 1) {
      await measured.get(`/api/nothing-${index}`);
      await measured.get(`/api/products/none-${index}`);
    }
    expect(await routes()).toEqual(before);
    expect(await counted('none', 404)).toBe(21);
  });

  test('open checkouts, refunds of payments and refunds of orders are counted, with the age of the oldest', async () => {
    const samples = await scrape(measured.metrics);
    expect(samples.get('patchwork_database_up')).toBe(1);
    expect(samples.get('patchwork_checkouts_open')).toBe(2);
    expect(samples.get('patchwork_refunds_due')).toBe(3);
    expect(samples.get('patchwork_refunds_due_oldest_seconds')).toBeCloseTo(120 * 60, -2);
  });

  test('mails that wait are counted, with the age of the oldest', async () => {
    const samples = await scrape(measured.metrics);
    expect(samples.get('patchwork_mails_waiting')).toBe(2);
    expect(samples.get('patchwork_mails_waiting_oldest_seconds')).toBeCloseTo(20 * 60, -2);
  });

  test('the public port serves no metrics', async () => {
    expect((await measured.get('/metrics')).status).toBe(404);
    expect((await measured.get('/api/metrics')).status).toBe(404);
  });
});

describeOnPostgres('a server on Postgres', (newDatabase) => {
  test('the use of the pool is measured, and a scrape is answered while the database is unavailable', async () => {
    const database = await newDatabase(3);
    const way = await openBreakableConnection(database.url);
    const measured = await openMeasured({ ...database, url: way.url });
    await way.cut();
    expect((await measured.get('/api/products')).status).toBe(503);
    const away = await scrape(measured.metrics);
    expect(away.get('patchwork_database_up')).toBe(0);
    expect(away.has('patchwork_refunds_due')).toBe(false);
    const failed = { route: 'listProducts', status: '503' };
    expect(sumOf(away, 'patchwork_requests_total', failed)).toBe(1);

    await way.restore();
    // Each of these calls runs its own query.
    const paths = Array.from({ length: 5 }, (_, index) => `/api/products/none-${index}`);
    await Promise.all(paths.map(measured.get));
    const samples = await scrape(measured.metrics);
    // This server has no mail server, so its mails are not meant to be sent.
    expect(samples.has('patchwork_mails_waiting')).toBe(false);
    const open = measured.database.pools?.main?.totalCount;
    expect(open).toBeGreaterThan(0);
    expect(samples.get('patchwork_pool_connections{pool="main"}')).toBe(open);
    // The scrape's own query may use one connection.
    expect([open, Number(open) - 1]).toContain(samples.get('patchwork_pool_idle{pool="main"}'));
    expect(samples.get('patchwork_pool_waiting{pool="main"}')).toBe(0);

    await measured.stop();
    await way.cut();
  });
});
