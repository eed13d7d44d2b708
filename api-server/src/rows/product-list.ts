import type { Database } from '../database/database.ts';
import { products } from '../database/schema.ts';
import { isShown, readProductRows, toWireProduct } from './product-row.ts';

/** Whether the shop shows more than `count` products. */
async function hasMore(db: Database, count: number): Promise<boolean> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(isShown)
    .offset(count)
    .limit(1);
  return rows.length > 0;
}

/**
 * Writes the list of all products as JSON, from one snapshot; undefined if the catalogue has more products than one
 * response may contain.
 */
export const writeProductList = (db: Database, maxProducts: number): Promise<string | undefined> =>
  db.transaction(
    async (tx) => {
      if (await hasMore(tx, maxProducts)) return undefined;
      const parts: string[] = [];
      for await (const rows of readProductRows(tx, isShown)) {
        parts.push(rows.map((row) => JSON.stringify(toWireProduct(row))).join(','));
      }
      return `{"products":[${parts.join(',')}]}`;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
