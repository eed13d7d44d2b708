import type { WireLine } from '@patchwork/api/wire';
import { asc, inArray, sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { products } from '../database/schema.ts';

/**
 * Locks products, always in the order of their ids, so that two transactions that need the same products can't wait for
 * each other.
 */
export const lockProducts = (transaction: Database, ids: readonly string[]) =>
  transaction
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
    .orderBy(asc(products.id))
    .for('update');

/** Changes of a product's pieces. Each leaves stock ≥ held ≥ 0, or the database refuses it. */
const changes = {
  hold: sql`held = held + bought.qty`,
  free: sql`held = held - bought.qty`,
  takeHeld: sql`stock = stock - bought.qty, held = held - bought.qty`,
  takeFree: sql`stock = stock - bought.qty`,
};

type StockChange = keyof typeof changes;

/** Changes the stock of all products of these lines, which must be locked. Lines of one product are added up. */
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

/** Whether these lines can be sold from the pieces that no open checkout holds. */
export function areFree(rows: readonly ProductRow[], lines: readonly WireLine[]): boolean {
  const free = new Map(rows.map(({ id, stock, held }) => [id, stock - held]));
  return lines.every(({ _id, qty }) => (free.get(_id) ?? 0) >= qty);
}
