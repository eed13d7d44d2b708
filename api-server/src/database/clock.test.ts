import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { countAttempt } from '../auth/attempts.ts';
import { findCaller, openSession } from '../auth/sessions.ts';
import { settleOverdue } from '../checkout/sweep.ts';
import { describeOnPostgres } from '../testing/databases.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { shoppers } from './schema.ts';

const MINUTE_MS = 60_000;

/** Sets this process's clock apart from the database's. PGlite would use the same clock. */
function shiftClock(minutes: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * MINUTE_MS });
}

describeOnPostgres('a process whose clock is wrong', (newDatabase) => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await openTestShop(await newDatabase());
  });
  afterAll(() => shop.close());

  /** Returns a function that opens a session of the shopper, and returns its token. */
  async function loginOf(id: string) {
    const { db, services } = shop;
    const [owner] = await db.select().from(shoppers).where(eq(shoppers.id, id));
    return async () => (owner && (await openSession(db, services.tokens, owner))) ?? '';
  }

  test('closes no checkout of another process that is still open', async () => {
    const { key, open, settle, cancel } = await shop.openShopper();
    await open();
    shiftClock(30);
    await settleOverdue(shop.services);
    expect((await settle()).data.checkout).toMatchObject({ key, status: 'open' });
    expect((await open(undefined, randomUUID())).status).toBe(409);
    await cancel();
  });

  test('opens checkouts that other processes keep open for fifteen minutes', async () => {
    await shop.reset();
    shiftClock(-30);
    const { key, open } = await shop.openShopper();
    await open();
    vi.useRealTimers();
    await settleOverdue(shop.services);
    const { status, openedAt, expiresAt } = await shop.rowOf(key);
    expect(status).toBe('open');
    expect(expiresAt.getTime() - openedAt.getTime()).toBe(15 * MINUTE_MS);
    expect(Math.abs(openedAt.getTime() - Date.now())).toBeLessThan(MINUTE_MS);
  });

  test('neither ends a session early nor extends one', async () => {
    const { db, services } = shop;
    const { id } = await shop.openShopper();
    const logIn = await loginOf(id);
    const find = (token: string) => findCaller(db, services.tokens, token);
    const early = await logIn();
    const eightDays = 8 * 24 * 60;
    shiftClock(eightDays);
    expect(await find(early)).toMatchObject({ shopperId: id });
    const late = await logIn();
    vi.useRealTimers();
    const days = (await shop.sessionsOf(id)).map(({ expiresAt }) =>
      Math.round((expiresAt.getTime() - Date.now()) / (24 * 60 * MINUTE_MS)),
    );
    expect(days).toEqual([7, 7, 7]);
    expect(await find(late)).toMatchObject({ shopperId: id });
  });

  test('a token that has expired is refused', async () => {
    const { db, services } = shop;
    const { id } = await shop.openShopper();
    const token = await (await loginOf(id))();
    expect(await findCaller(db, services.tokens, token)).toMatchObject({ shopperId: id });
    await shop.endSessions(id);
    expect(await findCaller(db, services.tokens, token)).toBeUndefined();
    shiftClock(-60);
    expect(await findCaller(db, services.tokens, token)).toBeUndefined();
  });

  test('counts attempts within the same window as other processes', async () => {
    const attempt = { kind: 'login', from: randomUUID() } as const;
    const count = () => countAttempt(shop.db, attempt, 2);
    expect(await count()).toBeUndefined();
    shiftClock(30);
    expect(await count()).toBeUndefined();
    const refused = await count();
    expect(refused?.status).toBe(429);
    expect(refused?.retryAfterSeconds).toBeGreaterThan(0);
    expect(refused?.retryAfterSeconds).toBeLessThanOrEqual(900);
  });
});
