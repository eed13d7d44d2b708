import { isNull, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { shoppers } from '../database/schema.ts';
import { searchKeysOf } from './shopper-rows.ts';

/** Number of rows that are locked at once, for some hundredths of a second. */
const BATCH_SIZE = 500;

/** Fills in the search keys of a batch of shoppers. Returns the number of rows. Leaves out rows that others change. */
const fillBatch = (db: Database): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx
      .select({ id: shoppers.id, name: shoppers.name, email: shoppers.email })
      .from(shoppers)
      .where(isNull(shoppers.nameKey))
      .limit(BATCH_SIZE)
      .for('no key update', { skipLocked: true });
    if (rows.length === 0) return 0;
    const keys = JSON.stringify(rows.map(({ id, ...row }) => ({ id, ...searchKeysOf(row) })));
    await tx.execute(sql`
      update ${shoppers} set name_key = keys."nameKey", email_search_key = keys."emailSearchKey"
      from jsonb_to_recordset(${keys}::jsonb) as keys (id uuid, "nameKey" text, "emailSearchKey" text)
      where ${shoppers.id} = keys.id`);
    return rows.length;
  });

/** Fills in missing search keys, in batches. Several processes may do so at once. */
export async function fillSearchKeys(db: Database, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await fillBatch(db)) === BATCH_SIZE);
}
