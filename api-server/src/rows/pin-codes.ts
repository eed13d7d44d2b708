import {
  type CashTerms,
  type PinCodeEntry,
  type Serviceability,
  serviceabilityOf,
} from '@patchwork/domain';
import { count, eq, max, min, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { catalogueRevisions, pinCodes } from '../database/schema.ts';
import { type Actor, recordChange } from './audit.ts';

/** Looks up a PIN code, six digits, in the shop's table, if it has one. `terms` are the shop's of cash on delivery. */
export async function findPin(
  db: Database,
  pin: string,
  terms: CashTerms | undefined,
): Promise<Serviceability> {
  const [row] = await db.select().from(pinCodes).where(eq(pinCodes.pin, pin));
  if (row) return serviceabilityOf(pin, row, terms);
  const [any] = await db.select({ pin: pinCodes.pin }).from(pinCodes).limit(1);
  return serviceabilityOf(pin, any ? undefined : null, terms);
}

/** Returns the fewest and the most days in the shop's table; undefined if it has none. */
export async function findPinDays(db: Database): Promise<readonly number[] | undefined> {
  const [row] = await db
    .select({ min: min(pinCodes.days), max: max(pinCodes.days) })
    .from(pinCodes);
  return row && row.min !== null && row.max !== null ? [row.min, row.max] : undefined;
}

export interface PinCodeRow extends PinCodeEntry {
  readonly pin: string;
}

/** What the table holds. */
export async function describePins(db: Database) {
  const [row] = await db
    .select({
      pins: count(),
      cashOnDelivery: sql<number>`count(*) filter (where ${pinCodes.isCashOnDelivery})`.mapWith(
        Number,
      ),
      importedAt: max(pinCodes.importedAt),
    })
    .from(pinCodes);
  return row ?? { pins: 0, cashOnDelivery: 0, importedAt: null };
}

/** Number of rows in a statement, which has three parameters for each and at most 65,535. */
const BATCH_SIZE = 5000;

/** Replaces the whole table in one transaction. Orders meanwhile see the table before or after it. */
export const replacePins = (
  db: Database,
  rows: readonly PinCodeRow[],
  actor: Actor,
): Promise<void> =>
  db.transaction(async (tx) => {
    // Two imports at once would both delete the earlier rows only. Reads don't wait for this lock.
    await tx.execute(sql`lock table ${pinCodes} in share row exclusive mode`);
    const { pins: before } = await describePins(tx);
    await tx.delete(pinCodes);
    for (let index = 0; index < rows.length; index += BATCH_SIZE) {
      await tx.insert(pinCodes).values(rows.slice(index, index + BATCH_SIZE));
    }
    await recordChange(tx, actor, {
      subject: 'pins',
      before: { pins: before },
      after: { pins: rows.length },
    });
    // Products' answers say how long a delivery takes. Last, because everyone who changes the catalogue waits for it.
    const revision = sql`gen_random_uuid()`;
    await tx
      .insert(catalogueRevisions)
      .values({ isOnly: true, revision })
      .onConflictDoUpdate({ target: catalogueRevisions.isOnly, set: { revision } });
  });
