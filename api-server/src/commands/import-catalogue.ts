import { getTableColumns, inArray, type SQL, sql, TransactionRollbackError } from 'drizzle-orm';
import { type CatalogueRecord, readRecord } from '../catalogue-file/catalogue-record.ts';
import { readCatalogueFile } from '../catalogue-file/read-file.ts';
import type { Database } from '../database/database.ts';
import { fromProduct } from '../database/product-row.ts';
import { products } from '../database/schema.ts';
import { seedCategories } from '../database/seed.ts';
import { tidyProducts } from '../database/tidy-products.ts';
import { CommandError } from './command-error.ts';

/** Rows of one statement. Postgres takes 65,535 parameters at most. */
const BATCH_SIZE = 1000;

/** One mistake of an export is in every line. */
const MAX_FAULTS = 20;

export interface ImportOptions {
  readonly dryRun: boolean;
  /** Removes the products that the file does not have. */
  readonly replace: boolean;
  /** Called with the number of products that were read so far. */
  readonly onProgress?: (count: number) => void;
}

export interface ImportResult {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly dryRun: boolean;
}

interface Numbered extends CatalogueRecord {
  readonly at: string;
}

/**
 * Adds the file's products to the catalogue, and changes those that it has by their id. All of it happens
 * or, where one product is wrong, nothing: then it throws a CommandError that names each fault.
 */
export async function importCatalogue(
  db: Database,
  file: string,
  options: ImportOptions,
): Promise<ImportResult> {
  let result: ImportResult | undefined;
  try {
    result = await db.transaction(async (tx) => {
      // A checkout locks products by id, the file has them in any order: with locks of rows each could wait for
      // the other. Reading goes on.
      await tx.execute(sql`lock table ${products} in exclusive mode`);
      result = await importAll(tx, file, options);
      if (options.dryRun) tx.rollback();
      return result;
    });
  } catch (error) {
    if (error instanceof TransactionRollbackError && result) return result;
    throw error;
  }
  await tidyProducts(db);
  return result;
}

async function importAll(
  db: Database,
  file: string,
  { dryRun, replace, onProgress }: ImportOptions,
): Promise<ImportResult> {
  const faults: string[] = [];
  const places = new Map<string, string>();
  let added = 0;
  let batch: Numbered[] = [];

  async function store(): Promise<void> {
    faults.push(...(await findSold(db, batch)));
    if (faults.length === 0) added += await upsert(db, batch, replace);
    batch = [];
    onProgress?.(places.size);
  }

  for await (const { at, fields } of readCatalogueFile(file)) {
    const record = readRecord(fields);
    if (Array.isArray(record)) faults.push(...record.map((message) => `${at}: ${message}`));
    else {
      const { id } = record.product;
      const earlier = places.get(id);
      if (earlier !== undefined) faults.push(`${at}: the id ${id} is that of ${earlier} too`);
      else batch.push({ ...record, at });
      places.set(id, at);
    }
    if (faults.length >= MAX_FAULTS) break;
    if (batch.length === BATCH_SIZE) await store();
  }
  if (batch.length > 0) await store();
  if (faults.length > 0) {
    throw new CommandError(`Nothing was imported: ${file} has faults`, faults.slice(0, MAX_FAULTS));
  }
  if (places.size === 0) throw new CommandError(`Nothing was imported: ${file} has no product`);
  const removed = replace ? await removeOthers(db, [...places.keys()]) : 0;
  await seedCategories(db);
  return { added, changed: places.size - added, removed, dryRun };
}

/** Pieces that open checkouts hold are sold: the stock can't be less. */
async function findSold(db: Database, batch: readonly Numbered[]): Promise<string[]> {
  if (batch.length === 0) return [];
  const held = await db
    .select({ id: products.id, held: products.held })
    .from(products)
    .where(
      inArray(
        products.id,
        batch.map(({ product }) => product.id),
      ),
    );
  const heldOf = new Map(held.map((row) => [row.id, row.held]));
  return batch.flatMap(({ at, product, stock }) => {
    const pieces = heldOf.get(product.id) ?? 0;
    return stock < pieces
      ? `${at}: stock is ${stock}, but shoppers are just paying for ${pieces}`
      : [];
  });
}

/** What an import changes of a product that the catalogue has: all that the file says. */
const { id: _id, position: _position, held: _held, ...changedColumns } = getTableColumns(products);

const given = Object.fromEntries(
  Object.entries(changedColumns).map(([key, { name }]) => [key, sql.raw(`excluded."${name}"`)]),
) as Record<keyof typeof changedColumns, SQL>;

/** Returns how many of them are new. A product that the catalogue has keeps its place in the list. */
async function upsert(
  db: Database,
  batch: readonly Numbered[],
  movesToFileOrder: boolean,
): Promise<number> {
  const rows = await db
    .insert(products)
    .values(batch.map(({ product, stock }) => ({ ...fromProduct(product), stock })))
    .onConflictDoUpdate({
      target: products.id,
      set: { ...given, ...(movesToFileOrder && { position: sql`default` }) },
    })
    // Postgres: a row that was inserted has no earlier transaction that locked or changed it.
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return rows.filter(({ isNew }) => isNew).length;
}

async function removeOthers(db: Database, ids: readonly string[]): Promise<number> {
  // One parameter, however many ids there are.
  const others = sql`${products.id} not in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;
  const [held] = await db
    .select({ id: products.id })
    .from(products)
    .where(sql`${others} and ${products.held} > 0`)
    .limit(1);
  if (held) {
    throw new CommandError(
      `Nothing was imported: shoppers are just paying for ${held.id}, which the file does not have. Try again in 15 minutes`,
    );
  }
  const removed = await db.delete(products).where(others).returning({ id: products.id });
  return removed.length;
}
