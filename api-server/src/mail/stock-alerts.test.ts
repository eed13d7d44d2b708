import { randomUUID } from 'node:crypto';
import type { WireLine } from '@patchwork/api/wire';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseAccount } from '../account/erase-account.ts';
import { exportAccount } from '../account/export-account.ts';
import { changeStock } from '../checkout/stock.ts';
import { type ApiServer, createApiServer } from '../create-api-server.ts';
import type { Database, OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { mails, products, shoppers, stockAlerts } from '../database/schema.ts';
import { addShopper } from '../rows/shopper-rows.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import { inMemory, openTestServer, testSettings } from '../testing/server.ts';
import { askForAlert, confirmAlert, deleteOldAlerts, mailBackInStock } from './stock-alerts.ts';

/** Simulates the death of the process. */
class Killed extends Error {}

describeOnEachDatabase((newDatabase) => {
  let opened: OpenDatabase;
  let db: Database;
  let server: ApiServer;
  let productId = '';
  let other = '';

  beforeAll(async () => {
    opened = await openDatabase(await newDatabase());
    ({ db } = opened);
    server = await openTestServer({}, opened);
    const rows = await db.select().from(products).orderBy(asc(products.position)).limit(2);
    [productId = '', other = ''] = rows.map(({ id }) => id);
  });
  beforeEach(async () => {
    await db.delete(stockAlerts);
    await db.delete(mails);
    await set({ stock: 0, held: 0, isHidden: false });
  });
  afterAll(() => server.stop());

  const set = (fields: Partial<typeof products.$inferSelect>) =>
    db
      .update(products)
      .set(fields)
      .where(inArray(products.id, [productId, other]));

  const ask = (email: string, isConfirmed = true, id = productId) =>
    askForAlert(db, id, { email, shopperId: null, isConfirmed });

  const mailed = (kind = 'backInStock') =>
    db.select().from(mails).where(eq(mails.kind, kind)).orderBy(asc(mails.recipient));

  async function look(): Promise<number> {
    await mailBackInStock(db);
    return (await mailed()).length;
  }

  /** One piece of the product, of which only id and quantity count. */
  const bought = () => [{ _id: productId, qty: 1 } as WireLine];

  test.each([
    ['pieces come in', () => set({ stock: 1 })],
    ['an order is cancelled', () => changeStock(db, bought(), 'putBack')],
    [
      'a payment is not made in time',
      async () => {
        await set({ stock: 1, held: 1 });
        expect(await look()).toBe(0);
        await changeStock(db, bought(), 'free');
      },
    ],
    [
      'it is shown again',
      async () => {
        await set({ stock: 1, isHidden: true });
        expect(await look()).toBe(0);
        await set({ isHidden: false });
      },
    ],
  ])('the mail is sent once when %s', async (_what, comeBack) => {
    await ask('meera@patchwork.example');
    expect(await look()).toBe(0);
    await comeBack();
    expect(await look()).toBe(1);
    await set({ stock: 0, held: 0 });
    await set({ stock: 5 });
    expect(await look()).toBe(1);
    expect(await mailed()).toMatchObject([
      { recipient: 'meera@patchwork.example', data: { productId, token: expect.any(String) } },
    ]);
  });

  test('pieces that are reserved again before anyone looks are no reason for a mail', async () => {
    await ask('meera@patchwork.example');
    await set({ stock: 1 });
    await set({ held: 1 });
    expect(await look()).toBe(0);
  });

  test('killed processes that look at once lose no mail, and send none twice', async () => {
    const emails = Array.from({ length: 250 }, (_, index) => `m${index}@patchwork.example`);
    for (const email of emails) await ask(email);
    await set({ stock: 1 });
    let kills = 0;
    async function work(): Promise<void> {
      const dying = new Proxy(db, {
        get: (target, name) =>
          name === 'transaction'
            ? async (run: (tx: Database) => Promise<unknown>) => {
                kills += 1;
                const isKilled = kills < 8;
                // Killed before the commit, or right after it.
                const done = await target.transaction(async (tx) => {
                  const result = await run(tx as unknown as Database);
                  if (isKilled && kills % 2 === 0) throw new Killed();
                  return result;
                });
                if (isKilled) throw new Killed();
                return done;
              }
            : Reflect.get(target, name),
      });
      await mailBackInStock(dying).catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
        return work();
      });
    }
    await Promise.all([work(), work()]);
    await mailBackInStock(db);
    expect(kills).toBeGreaterThan(7);
    const recipients = (await mailed()).map(({ recipient }) => recipient);
    expect(recipients).toEqual([...emails].sort());
  });

  test('an unconfirmed request is deleted after a day, its link does not work, and one with a mail after a month', async () => {
    await ask('new@patchwork.example', false);
    await ask('old@patchwork.example', false);
    await ask('waiting@patchwork.example');
    await ask('mailed@patchwork.example', true, other);
    const age = (email: string, column: 'askedAt' | 'mailedAt', time: string) =>
      db
        .update(stockAlerts)
        .set({ [column]: sql`now() - ${time}::interval` })
        .where(eq(stockAlerts.email, email));
    await age('old@patchwork.example', 'askedAt', '25 hours');
    await age('waiting@patchwork.example', 'askedAt', '2 years');
    await age('mailed@patchwork.example', 'mailedAt', '31 days');
    const links = await mailed('confirmStockAlert');
    const usable = [];
    for (const { recipient, data } of links)
      if (await confirmAlert(db, String(Reflect.get(Object(data), 'token'))))
        usable.push(recipient);
    expect(usable).toEqual(['new@patchwork.example']);
    await deleteOldAlerts(db);
    const kept = await db.select().from(stockAlerts).orderBy(asc(stockAlerts.email));
    expect(kept.map(({ email }) => email)).toEqual([
      'new@patchwork.example',
      'waiting@patchwork.example',
    ]);
  });

  test('a confirmation is not mailed again within minutes, and later with another link', async () => {
    const email = 'meera@patchwork.example';
    const asks = async () => {
      await ask(email, false);
      return (await mailed('confirmStockAlert')).length;
    };
    expect([await asks(), await asks()]).toEqual([1, 1]);
    await db.update(stockAlerts).set({ askedAt: sql`now() - interval '11 minutes'` });
    expect(await asks()).toBe(2);
  });

  async function addAccount(isConfirmed: boolean) {
    const email = `m-${randomUUID()}@patchwork.example`;
    const names = { name: '', firstName: '', lastName: '', profile: {}, passwordHash: '' };
    const { id = '' } = (await addShopper(db, { email, ...names })) ?? {};
    if (isConfirmed)
      await db.update(shoppers).set({ emailConfirmedAt: new Date() }).where(eq(shoppers.id, id));
    return { id, email };
  }

  test.each([
    [true, 1, 0],
    [false, 0, 1],
  ])(
    'the request of an address goes with its account only if the account has confirmed it: %j',
    async (isConfirmed, exported, kept) => {
      const { id, email } = await addAccount(isConfirmed);
      await ask(email);
      const data = await exportAccount(db, eq(shoppers.id, id), 14);
      expect(data?.stockAlerts).toHaveLength(exported);
      await eraseAccount(db, id, {});
      expect(await db.$count(stockAlerts)).toBe(kept);
    },
  );

  test('a disabled account gets no mail', async () => {
    const { id, email } = await addAccount(true);
    await askForAlert(db, productId, { email, shopperId: id, isConfirmed: true });
    await db.update(shoppers).set({ disabledAt: new Date() }).where(eq(shoppers.id, id));
    await set({ stock: 1 });
    expect(await look()).toBe(0);
    await db.update(shoppers).set({ disabledAt: null }).where(eq(shoppers.id, id));
    expect(await look()).toBe(1);
  });

  test('a product that is removed takes its requests along', async () => {
    const copied = await db.select().from(products).where(eq(products.id, productId));
    const { position: _position, ...columns } = copied[0] as typeof products.$inferSelect;
    await db.insert(products).values({ ...columns, id: 'short-lived' });
    await ask('meera@patchwork.example', true, 'short-lived');
    await db.delete(products).where(eq(products.id, 'short-lived'));
    expect(await look()).toBe(0);
    await deleteOldAlerts(db);
    expect(await db.$count(stockAlerts)).toBe(0);
  });
});

describe('over HTTP', () => {
  const email = 'meera@patchwork.example';
  const openServer = (settings: object) =>
    createApiServer({ ...testSettings, database: inMemory, logLevel: 'silent', ...settings });
  const smtp = { url: 'smtp://127.0.0.1:1', from: 'shop@patchwork.example' };

  async function send(to: ApiServer, method: string, path: string, body?: object) {
    const request = new Request(`http://localhost${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const response = await to.fetch(request, '203.0.113.7');
    return { status: response.status, data: await response.json() };
  }

  test('a shop that sends no mails says so, and refuses requests', async () => {
    const to = await openServer({});
    expect(await send(to, 'GET', '/api/stock-alerts')).toEqual({
      status: 200,
      data: { isOffered: false },
    });
    const asked = await send(to, 'POST', '/api/stock-alerts/any', { email });
    expect(asked).toMatchObject({ status: 409, data: { code: 'alertsOff' } });
    await to.stop();
  });

  test.each([
    ['one address', { perAddress: 2, perEmail: 100 }],
    ['one email', { perAddress: 100, perEmail: 2 }],
  ])('requests of %s are limited', async (_what, attempts) => {
    const to = await openServer({ smtp, attempts });
    const { data } = await send(to, 'GET', '/api/products');
    const path = `/api/stock-alerts/${data.products[0]._id}`;
    const statuses = [];
    for (let turn = 0; turn < 3; turn += 1)
      statuses.push((await send(to, 'POST', path, { email })).status);
    expect(statuses).toEqual([200, 200, 429]);
    await to.stop();
  });
});
