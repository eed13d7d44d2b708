import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import { addShopper, lockShopper } from '../rows/shopper-rows.ts';
import {
  type BreakableConnection,
  openBreakableConnection,
} from '../testing/breakable-connection.ts';
import { describeOnPostgres } from '../testing/databases.ts';
import { query } from '../testing/postgres.ts';
import { openTestServer } from '../testing/server.ts';
import { buildOnce, type Database, databaseFailure, type OpenDatabase } from './database.ts';
import { openPostgres } from './postgres.ts';
import { secrets, sessions } from './schema.ts';

test('a faulty statement does not count as an unavailable database', () => {
  const error = new Error('Failed query', { cause: Object.assign(new Error(), { code: '23505' }) });
  expect(databaseFailure(error)).toBeUndefined();
  expect(databaseFailure(new Error('A bug'))).toBeUndefined();
});

test.each([
  ['a lock that was not obtained in time', { code: '55P03' }],
  ['a statement that took too long', { code: '57014' }],
  ['more connections than Postgres allows', { code: '53300' }],
  ['a transaction that was ended because of a deadlock', { code: '40P01' }],
  ['a pool without a free connection', { message: 'timeout exceeded when trying to connect' }],
])('%s means that the database is overloaded', (_, fields) => {
  const cause = Object.assign(new Error('of Postgres'), fields);
  expect(databaseFailure(new Error('Failed query', { cause }))).toBe('busy');
});

describeOnPostgres('on Postgres', (newDatabase) => {
  let database: Awaited<ReturnType<typeof newDatabase>>;
  let way: BreakableConnection;
  let server: ApiServer;

  beforeAll(async () => {
    database = await newDatabase(3);
    way = await openBreakableConnection(database.url);
    server = await openTestServer({ database: { ...database, url: way.url } });
  });

  afterAll(async () => {
    await server.stop();
    await way.cut();
  });

  const get = (path: string) => server.fetch(new Request(`http://localhost${path}`));

  const statusOf = async (path: string): Promise<number> => (await get(path)).status;

  test('while the database is unavailable requests get a 503, and everything works again afterwards', async () => {
    expect(await statusOf('/api/products')).toBe(200);
    const begun = Array.from({ length: 20 }, () => statusOf('/api/products'));
    await way.cut();
    for (const status of await Promise.all(begun)) expect([200, 503]).toContain(status);

    const response = await get('/api/products');
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    expect(await response.json()).toEqual({
      errors: [expect.stringContaining('try again')],
      code: 'databaseAway',
    });
    expect(await statusOf('/readyz')).toBe(503);
    expect(await statusOf('/healthz')).toBe(200);

    await way.restore();
    expect(await statusOf('/api/products')).toBe(200);
    expect(await statusOf('/readyz')).toBe(200);
  });

  test('while all connections are in use requests get a 503 with another reason', async () => {
    const opened = await openPostgres(database.url, 3);
    const busy = await openTestServer({}, opened);
    // Drizzle sends a statement only when it is awaited.
    const held = Promise.resolve(opened.db.execute(sql`select pg_sleep(6)`));
    const ask = (path: string) => busy.fetch(new Request(`http://localhost${path}`));
    const [response, readiness] = await Promise.all([ask('/api/categories'), ask('/readyz')]);
    await held;
    expect(readiness.status).toBe(200);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('2');
    expect(await response.json()).toEqual({
      errors: [expect.stringContaining('very busy')],
      code: 'busy',
    });
    await busy.stop();
  });

  test('a transaction that gets no connection is refused after the wait in the settings', async () => {
    const opened = await openPostgres(database.url, 3, 200);
    const held = opened.db.transaction((tx) => tx.execute(sql`select pg_sleep(2)`));
    const start = performance.now();
    const refused = opened.db.transaction((tx) => tx.execute(sql`select 1`));
    const error = await refused.catch((reason: unknown) => reason);
    const waitedMs = performance.now() - start;
    expect(databaseFailure(error)).toBe('busy');
    expect(waitedMs).toBeGreaterThanOrEqual(190);
    await held;
    // Refused while the connection was still in use.
    expect(performance.now() - start).toBeGreaterThan(waitedMs);
    await opened.close();
  });

  test('a transaction that can’t begin returns its connection to the pool', async () => {
    const opened = await openPostgres(way.url, 1);
    const select = () => opened.db.transaction((tx) => tx.execute(sql`select 1`));
    await select();
    // The pool hasn't noticed the broken connection yet.
    const [begun] = await Promise.allSettled([select(), way.cut()]);
    expect(begun.status).toBe('rejected');
    await way.restore();
    await select();
    await opened.close();
  });

  test('a query that is built once sees what its own transaction has changed', async () => {
    const opened = await openPostgres(database.url, 3);
    const { db } = opened;
    const namesQuery = buildOnce((each) =>
      each
        .select({ name: secrets.name })
        .from(secrets)
        .where(eq(secrets.value, ''))
        .prepare('names'),
    );
    const add = (tx: Database, name: string) => tx.insert(secrets).values({ name, value: '' });
    for (const name of ['a', 'b']) {
      const undone = db.transaction(async (tx) => {
        await add(tx, name);
        expect(await namesQuery(tx).execute()).toEqual([{ name }]);
        expect(await namesQuery(db).execute()).toEqual([]);
        throw new Error('undo');
      });
      await expect(undone).rejects.toThrow('undo');
    }
    await db.transaction(async (tx) => {
      const inner = tx.transaction(async (within) => {
        await add(within, 'inner');
        throw new Error('undo');
      });
      await expect(inner).rejects.toThrow('undo');
      await add(tx, 'outer');
    });
    expect(await namesQuery(db).execute()).toEqual([{ name: 'outer' }]);
    await opened.close();
  });

  test('a named query is parsed once by each connection, and works after its table has got a column and an index', async () => {
    const opened = await openPostgres(database.url, 3);
    const secretQuery = buildOnce((each) =>
      each
        .select()
        .from(secrets)
        .where(eq(secrets.name, sql.placeholder('name')))
        .prepare('secret'),
    );
    // There is one connection for transactions.
    const read = () =>
      opened.db.transaction(async (tx) => {
        const found = await secretQuery(tx).execute({ name: 'token' });
        const kept = sql`select (custom_plans + generic_plans)::int as runs from pg_prepared_statements where name = 'secret'`;
        return { found, kept: Object(await tx.execute(kept)).rows };
      });
    const before = await read();
    for (let runs = 2; runs <= 10; runs += 1) {
      expect(await read()).toEqual({ found: before.found, kept: [{ runs }] });
    }
    await query(database.url, 'alter table secrets add column note text');
    await query(database.url, 'create index concurrently secrets_value on secrets (value)');
    expect(await read()).toEqual({ found: before.found, kept: [{ runs: 11 }] });
    expect(before.found).toHaveLength(1);
    await opened.close();
  });

  test('a connection that the server closes during a transaction does not end the process', async () => {
    const opened: OpenDatabase = await openPostgres(way.url, 1);
    const ended = opened.db.transaction(async (tx) => {
      const { rows } = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as {
        rows: readonly { readonly pid: number }[];
      };
      const pid = rows[0]?.pid;
      await query(database.url, `select pg_terminate_backend(${pid})`);
      const gone = `select from pg_stat_activity where pid = ${pid}`;
      await expect.poll(() => query(database.url, gone)).toEqual([]);
      await tx.execute(sql`select 1`);
    });
    const error = await ended.catch((reason: unknown) => reason);
    expect(databaseFailure(error)).toBe('databaseAway');
    await opened.db.execute(sql`select 1`);
    await opened.close();
  });

  test('while a shopper is locked, rows that refer to them can be added, as a late payment adds an order', async () => {
    const { db, close } = await openPostgres(database.url, 5);
    const names = { name: '', firstName: '', lastName: '' };
    const account = { email: 'a', profile: {}, passwordHash: 'none' };
    const shopperId = (await addShopper(db, { ...names, ...account }))?.id ?? '';
    await db.transaction(async (tx) => {
      await lockShopper(tx, shopperId);
      // This insert uses another connection. If it waited for the lock, neither would ever end.
      const added = db
        .insert(sessions)
        .values({ id: randomUUID(), shopperId, expiresAt: new Date() });
      await expect(added).resolves.toBeDefined();
    });
    await close();
  });
});
