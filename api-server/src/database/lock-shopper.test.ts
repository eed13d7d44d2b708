import { randomUUID } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { createDatabase } from '../testing/postgres.ts';
import { openPostgres } from './postgres.ts';
import { sessions, shoppers } from './schema.ts';
import { lockShopper } from './shopper-rows.ts';

const postgresUrl = inject('postgresUrl');

describe.skipIf(postgresUrl === null)('while a shopper is locked', () => {
  test('rows that refer to the shopper are added, as an order is by a late payment', async () => {
    const database = await createDatabase(postgresUrl ?? '');
    const { db, close } = await openPostgres(database.url, 5);
    try {
      const shopperId = randomUUID();
      const texts = { name: '', firstName: '', lastName: '', email: 'a', emailKey: 'a' };
      await db
        .insert(shoppers)
        .values({ id: shopperId, ...texts, profile: {}, passwordHash: 'none' });
      await db.transaction(async (tx) => {
        await lockShopper(tx, shopperId);
        // On another connection. If it had to wait for the lock, neither would ever go on.
        const added = db
          .insert(sessions)
          .values({ id: randomUUID(), shopperId, expiresAt: new Date() });
        await expect(added).resolves.toBeDefined();
      });
    } finally {
      await close();
      await database.drop();
    }
  });
});
