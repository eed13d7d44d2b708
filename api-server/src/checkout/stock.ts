import type { WireLine } from '@patchwork/api/wire';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { products } from '../database/schema.ts';

/**
 * Locks products until the end of the transaction, and returns the rows that exist. Locking in the order of the ids
 * prevents deadlocks between transactions that share products.
 */
export const lockProducts = (transaction: Database, ids: readonly string[]) =>
  transaction
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for('update');

/** SQL for each change of stock. The database refuses a change that would violate stock ≥ held ≥ 0. */
const changes = {
  hold: sql`held = held + bought.qty`,
  free: sql`held = held - bought.qty`,
  takeHeld: sql`stock = stock - bought.qty, held = held - bought.qty`,
  takeFree: sql`stock = stock - bought.qty`,
  putBack: sql`stock = stock + bought.qty`,
};

type StockChange = keyof typeof changes;

/** Changes the stock for these lines, whose products must be locked. Lines of the same product are added up. */
export async function changeStock(
  transaction: Database,
  lines: readonly WireLine[],
  change: StockChange,
): Promise<void> {
  const bought = JSON.stringify(lines.map(({ _id: id, qty }) => ({ id, qty })));
  await transaction.execute(sql`
    update products set ${changes[change]}
    from (
      select id, sum(qty)::int as qty from jsonb_to_recordset(${bought}::jsonb) as line(id text, qty int)
      group by id
    ) as bought
    where products.id = bought.id`);
}

type ProductRow = typeof products.$inferSelect;

/** Whether enough unreserved pieces are in stock for these lines. */
export function areFree(rows: readonly ProductRow[], lines: readonly WireLine[]): boolean {
  const free = new Map(rows.map(({ id, stock, held }) => [id, stock - held]));
  return lines.every(({ _id, qty }) => (free.get(_id) ?? 0) >= qty);
}
