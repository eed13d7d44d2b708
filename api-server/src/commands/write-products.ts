import { asc, getTableColumns, gt, inArray, lte, max, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Database } from '../database/database.ts';
import { products } from '../database/schema.ts';
import { fromProduct } from '../rows/product-row.ts';
import type { CatalogueRecord } from './catalogue-file.ts';
import { CommandError } from './files.ts';

/* What an import reads and writes of the products in the database. */

/** Number of products per transaction. Checkouts of these products wait until the transaction ends. */
export const BATCH_SIZE = 200;

/** Maximum wait of a batch for a locked product. After that, the batch releases its locks and is retried. */
const LOCK_TIMEOUT = '1s';

export interface WriteOptions {
  /** Whether to remove products that aren't in the file. */
  readonly replace: boolean;
  /** Whether to set the stock of existing products. New products always get the file's stock. */
  readonly setStock: boolean;
}

/** Record of a file, and its place there. */
export interface Numbered extends CatalogueRecord {
  readonly at: string;
}

/** Condition for products with these ids. A parameter for each would make long statements, which are slow to build. */
const isOneOf = (ids: readonly string[]): SQL =>
  sql`${products.id} in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

/** Locks products until the end of the transaction, and returns their current stock. */
async function lockBatch(tx: Database, ids: readonly string[]): Promise<Stock[]> {
  await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`));
  // In the same order as checkouts, so that the two can't deadlock.
  return tx
    .select(stockColumns)
    .from(products)
    .where(isOneOf(ids))
    .orderBy(asc(products.id))
    .for('update');
}

/** Returns the ids of the products in open checkouts. */
export async function findHeld(db: Database): Promise<Set<string>> {
  const rows = await db.select({ id: products.id }).from(products).where(gt(products.held, 0));
  return new Set(rows.map(({ id }) => id));
}

interface Stock {
  readonly id: string;
  readonly stock: number;
  readonly held: number;
}

const stockColumns = { id: products.id, stock: products.stock, held: products.held };

export async function findStocks(
  db: Database,
  batch: readonly Numbered[],
): Promise<ReadonlyMap<string, Stock>> {
  const ids = batch.map(({ product }) => product.id);
  const rows = await db.select(stockColumns).from(products).where(isOneOf(ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns a fault for each record with less stock than open checkouts reserve. The stock includes reserved pieces. */
export const heldFaults = (
  batch: readonly Numbered[],
  known: ReadonlyMap<string, Stock>,
): string[] =>
  batch.flatMap(({ at, product, stock }) => {
    const held = known.get(product.id)?.held ?? 0;
    return stock !== undefined && stock < held
      ? `${at}: stock is ${stock}, but open checkouts reserve ${held}`
      : [];
  });

export async function lastPosition(db: Database): Promise<number> {
  const [row] = await db.select({ last: max(products.position) }).from(products);
  return row?.last ?? -1;
}

/**
 * Yields the ids of the products that `replace` removes, in batches: those with a position up to the last one before
 * the import. The products in the file have got new positions.
 */
export async function* othersUpTo(db: Database, last: number): AsyncGenerator<string[]> {
  for (;;) {
    const rows = await db
      .select({ id: products.id })
      .from(products)
      .where(lte(products.position, last))
      .orderBy(asc(products.position))
      .limit(BATCH_SIZE);
    if (rows.length === 0) return;
    yield rows.map(({ id }) => id);
  }
}

/** Columns that an import always sets in existing products, even if the file lacks them. */
const {
  id: _id,
  position: _position,
  held: _held,
  stock: _stock,
  isHidden: _isHidden,
  ...changedColumns
} = getTableColumns(products);

const names = (columns: readonly PgColumn[]): SQL =>
  sql.raw(columns.map(({ name }) => `"${name}"`).join(', '));

const addedColumns = [products.id, products.stock, ...Object.values(changedColumns)];

/** Product as a row of the table, by the names of its columns. */
function toRow({ product, stock }: Numbered): Readonly<Record<string, unknown>> {
  const values: Readonly<Record<string, unknown>> = fromProduct(product);
  const changed = Object.entries(changedColumns).map(([key, { name }]) => [name, values[key]]);
  return { ...Object.fromEntries(changed), id: product.id, stock };
}

/** Writes a batch. Existing products keep their position, except with `replace`, which gives them the file's order. */
export const writeBatch = (
  db: Database,
  batch: readonly Numbered[],
  { replace, setStock }: WriteOptions,
): Promise<void> =>
  db.transaction(async (tx) => {
    const rows = await lockBatch(
      tx,
      batch.map(({ product }) => product.id),
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    const [fault] = setStock ? heldFaults(batch, known) : [];
    if (fault !== undefined) throw new CommandError(fault);
    const given = batch.map((record) =>
      toRow({
        ...record,
        stock: record.stock ?? known.get(record.product.id)?.stock ?? record.stockIfNew ?? 0,
      }),
    );
    const set = [
      ...Object.values(changedColumns).map(({ name }) => `"${name}" = excluded."${name}"`),
      ...(setStock ? ['stock = excluded.stock'] : []),
      ...(replace ? ['position = default'] : []),
    ];
    // One parameter for all rows: Drizzle takes longer to build a statement with one for each value than all the rest.
    await tx.execute(sql`
      insert into ${products} (${names(addedColumns)})
      select ${names(addedColumns)}
      from jsonb_populate_recordset(null::products, ${JSON.stringify(given)}::jsonb) with ordinality
      order by ordinality
      on conflict (id) do update set ${sql.raw(set.join(', '))}`);
  });

export const removeBatch = (db: Database, ids: readonly string[]): Promise<void> =>
  db.transaction(async (tx) => {
    const held = (await lockBatch(tx, ids)).find((row) => row.held > 0);
    if (held) {
      throw new CommandError(
        `${held.id} is in an open checkout, but not in the file: try again in 15 minutes`,
      );
    }
    await tx.delete(products).where(inArray(products.id, [...ids]));
  });

/**
 * Vacuums and analyzes the products after many writes. Until then, searches scan the list of all new titles, and the
 * query planner has no statistics. A server would do so by itself later, but an embedded database's import ends before.
 */
export async function tidyProducts(db: Database): Promise<void> {
  try {
    await db.execute(sql`vacuum (analyze) ${products}`);
  } catch {
    // After a timeout, the server does it by itself later.
  }
}
