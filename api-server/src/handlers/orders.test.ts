import { encodeAddress, encodeLine } from '@patchwork/api/wire';
import { anAddress, aProduct } from '@patchwork/domain/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { orders } from '../database/schema.ts';
import { newOrderNumber } from '../rows/order-row.ts';
import { addShopper } from '../rows/shopper-rows.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import type { Call } from './handler.ts';
import { orderHandlers } from './orders.ts';
import type { Services } from './services.ts';

const ORDERS = 45;
let shopperId = '';

const orderOf = (microsecond: number) => ({
  ...{ shopperId, id: crypto.randomUUID(), number: newOrderNumber() },
  placedAt: sql`timestamptz '2026-11-21 07:01:00+00' + ${microsecond} * interval '1 microsecond'`,
  lines: [encodeLine({ product: aProduct(), quantity: 1 })],
  ...{ total: 1500, address: encodeAddress(anAddress), paymentReference: crypto.randomUUID() },
});

describeOnEachDatabase((newDatabase) => {
  let opened: OpenDatabase;

  beforeAll(async () => {
    opened = await openDatabase(await newDatabase());
    const { db } = opened;
    const names = { name: 'Meera Das', firstName: 'Meera', lastName: 'Das' };
    const email = 'meera@patchwork.example';
    const shopper = await addShopper(db, { email, ...names, profile: {}, passwordHash: '' });
    shopperId = shopper?.id ?? '';
    // Pairs of orders share a time; all times are within one millisecond.
    const made = Array.from({ length: ORDERS }, (_, index) => orderOf(Math.floor(index / 2)));
    await db.insert(orders).values(made);
  });
  afterAll(() => opened.close());

  test('orders of the same millisecond or microsecond are each on exactly one page', async () => {
    const found: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const answer = await orderHandlers.listOrders({
        ...{ db: opened.db, caller: { shopperId }, query: { limit: 4, cursor } },
      } as unknown as Services & Call<'listOrders'>);
      if (!answer.ok) throw new Error(answer.error.text);
      found.push(...answer.value.orders.map(({ _id }) => _id));
      sizes.push(answer.value.orders.length);
      cursor = answer.value.nextCursor;
    }
    expect(new Set(found).size).toBe(ORDERS);
    expect(found).toHaveLength(ORDERS);
    expect(sizes).toEqual([...Array(11).fill(4), 1]);
  });
});
