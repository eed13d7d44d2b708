import type { WireLine } from '@patchwork/api/wire';
import { asc, inArray, type SQL, sql } from 'drizzle-orm';
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
  free: sql`held = held - bought.qty`,
  takeHeld: sql`stock = stock - bought.qty, held = held - bought.qty`,
  takeFree: sql`stock = stock - bought.qty`,
  putBack: sql`stock = stock + bought.qty`,
  hold: sql`held = held + bought.qty`,
};

type Pieces = Pick<WireLine, '_id' | 'qty'>;

type StockChange = keyof typeof changes;

/**
 * Returns these lines as a table `bought` with the columns `id` and `qty`, in which lines of the same product are added
 * up. A list of values, because Postgres would expect 100 rows of a function and read all products to find them.
 */
export function boughtIn(lines: readonly Pieces[]): SQL {
  const quantities = new Map<string, number>();
  for (const { _id, qty } of lines) quantities.set(_id, (quantities.get(_id) ?? 0) + Number(qty));
  const rows = [...quantities].map(([id, qty]) => sql`(${id}::text, ${qty}::int)`);
  return sql`(values ${sql.join(rows, sql`, `)}) as bought (id, qty)`;
}

/** Returns SQL that reserves the pieces of these lines, whose products must be locked. */
export const holdSql = (lines: readonly Pieces[]): SQL =>
  sql`update products set held = held + bought.qty from ${boughtIn(lines)} where products.id = bought.id`;

/** Changes the stock for these lines, and locks their products as `lockProducts` does. */
export async function changeStock(
  transaction: Database,
  lines: readonly Pieces[],
  change: StockChange,
): Promise<void> {
  if (lines.length === 0) return;
  const ids = lines.map(({ _id }) => sql`${_id}`);
  await transaction.execute(sql`
    with locked as (
      select id from products where id in (${sql.join(ids, sql`, `)}) order by id for update
    )
    update products set ${changes[change]}
    from ${boughtIn(lines)} join locked using (id)
    where products.id = bought.id`);
}

type ProductRow = typeof products.$inferSelect;

/** Whether enough unreserved pieces are in stock for these lines. */
export function areFree(rows: readonly ProductRow[], lines: readonly Pieces[]): boolean {
  const free = new Map(rows.map(({ id, stock, held }) => [id, stock - held]));
  return lines.every(({ _id, qty }) => (free.get(_id) ?? 0) >= qty);
}
