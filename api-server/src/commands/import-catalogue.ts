import { setTimeout as wait } from 'node:timers/promises';
import { asc, getTableColumns, gt, inArray, type SQL, sql } from 'drizzle-orm';
import pg from 'pg';
import { lockProducts } from '../checkout/stock.ts';
import { type Database, databaseFailure } from '../database/database.ts';
import { fromProduct } from '../database/product-row.ts';
import { products } from '../database/schema.ts';
import { seedCategories } from '../database/seed.ts';
import type { Settings } from '../settings.ts';
import {
  type CatalogueRecord,
  CommandError,
  readCatalogueFile,
  readRecord,
} from './catalogue-file.ts';

const READ_BATCH_SIZE = 1000;

/** Number of products per transaction. Checkouts of these products wait until the transaction ends. */
const WRITE_BATCH_SIZE = 200;

/** Maximum wait of a batch for a locked product. After that, the batch releases its locks and is retried. */
const LOCK_TIMEOUT = '1s';
const ATTEMPTS = 60;
const PAUSE_MS = 500;

/** Maximum number of faults to list. A mistake of the program that wrote the file repeats in every line. */
const MAX_FAULTS = 20;

interface ImportOptions {
  readonly dryRun: boolean;
  /** Whether to remove products that aren't in the file. */
  readonly replace: boolean;
  /** Whether to set the stock of existing products. New products always get the file's stock. */
  readonly setStock: boolean;
  /** Called with the number of products checked so far, then with the number written. */
  readonly onProgress?: (step: 'checked' | 'written', count: number) => void;
}

export interface ImportResult {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Number of products whose stock differs from the file's and was left unchanged. */
  readonly stocksLeftAlone: number;
  readonly dryRun: boolean;
}

interface Numbered extends CatalogueRecord {
  readonly at: string;
}

/**
 * Adds the file's products to the catalogue and updates existing ones, by id. A faulty file changes nothing; the
 * CommandError lists its faults. Writes in short transactions, so that checkouts continue. If an import stops midway,
 * it throws a CommandError; running it again completes it.
 */
export async function importCatalogue(
  db: Database,
  file: string,
  options: ImportOptions,
): Promise<ImportResult> {
  const { ids, others, ...counts } = await check(db, file, options);
  const result = { ...counts, removed: others.length, dryRun: options.dryRun };
  if (options.dryRun) return result;
  let written = 0;
  try {
    await seedCategories(db);
    for await (const batch of inBatches(readAgain(file, ids), WRITE_BATCH_SIZE)) {
      await untilFree(() => write(db, batch, options));
      written += batch.length;
      options.onProgress?.('written', written);
    }
    for await (const batch of inBatches(others, WRITE_BATCH_SIZE)) {
      await untilFree(() => remove(db, batch));
    }
  } catch (error) {
    throw new CommandError(
      `The import stopped when ${written} of ${ids.size} products were written. Run it again to complete it`,
      [reasonOf(error)],
    );
  }
  await tidyProducts(db);
  return result;
}

async function* inBatches<T>(
  items: AsyncIterable<T> | Iterable<T>,
  size: number,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/** Runs `work`. If a lock or an overloaded database makes it fail, runs it again, at most ATTEMPTS times in all. */
async function untilFree(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (attempt === ATTEMPTS || databaseFailure(error) !== 'busy') throw error;
      await wait(PAUSE_MS);
    }
  }
}

/** Locks products until the end of the transaction, and returns their current state. */
async function lockBatch(tx: Database, ids: readonly string[]) {
  await tx.execute(sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`));
  // In the same order as checkouts, so that the two can't deadlock.
  return lockProducts(tx, ids);
}

/**
 * Returns the message of an error's innermost cause, because a database error's own message contains the statement with
 * its values.
 */
export const reasonOf = (error: unknown): string =>
  error instanceof Error
    ? error.cause === undefined
      ? error.message
      : reasonOf(error.cause)
    : String(error);

/** Reads the whole file and plans the import. Throws a CommandError that lists the file's faults. */
async function check(db: Database, file: string, { replace, setStock, onProgress }: ImportOptions) {
  const faults: string[] = [];
  const places = new Map<string, string>();

  async function* readValid(): AsyncGenerator<Numbered> {
    for await (const { at, fields } of readCatalogueFile(file)) {
      const record = readRecord(fields);
      if (Array.isArray(record)) faults.push(...record.map((message) => `${at}: ${message}`));
      else {
        const { id } = record.product;
        const earlier = places.get(id);
        places.set(id, at);
        if (earlier !== undefined) faults.push(`${at}: the id ${id} is also used in ${earlier}`);
        else yield { ...record, at };
      }
      if (faults.length >= MAX_FAULTS) return;
    }
  }

  const counts = { added: 0, changed: 0, stocksLeftAlone: 0 };
  for await (const batch of inBatches(readValid(), READ_BATCH_SIZE)) {
    const known = await findStocks(db, batch);
    counts.changed += known.size;
    counts.added += batch.length - known.size;
    if (setStock) faults.push(...heldFaults(batch, known));
    else {
      counts.stocksLeftAlone += batch.filter(({ product, stock }) => {
        const row = known.get(product.id);
        return row !== undefined && stock !== undefined && stock !== row.stock;
      }).length;
    }
    onProgress?.('checked', places.size);
  }
  if (faults.length > 0) {
    throw new CommandError(`Nothing was imported: ${file} has faults`, faults.slice(0, MAX_FAULTS));
  }
  if (places.size === 0) throw new CommandError(`Nothing was imported: ${file} has no product`);
  return { ...counts, ids: places, others: replace ? await findOthers(db, places) : [] };
}

interface Stock {
  readonly id: string;
  readonly stock: number;
  readonly held: number;
}

const stockColumns = { id: products.id, stock: products.stock, held: products.held };

async function findStocks(
  db: Database,
  batch: readonly Numbered[],
): Promise<ReadonlyMap<string, Stock>> {
  const ids = batch.map(({ product }) => product.id);
  const rows = await db.select(stockColumns).from(products).where(inArray(products.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Returns a fault for each record with less stock than open checkouts reserve. The stock includes reserved pieces. */
const heldFaults = (batch: readonly Numbered[], known: ReadonlyMap<string, Stock>): string[] =>
  batch.flatMap(({ at, product, stock }) => {
    const held = known.get(product.id)?.held ?? 0;
    return stock !== undefined && stock < held
      ? `${at}: stock is ${stock}, but open checkouts reserve ${held}`
      : [];
  });

/** Returns the ids of products that aren't in the file. Throws a CommandError if one of them is in an open checkout. */
async function findOthers(db: Database, ids: ReadonlyMap<string, string>): Promise<string[]> {
  const others: string[] = [];
  for (let after = ''; ; ) {
    const rows = await db
      .select(stockColumns)
      .from(products)
      .where(gt(products.id, after))
      .orderBy(asc(products.id))
      .limit(READ_BATCH_SIZE);
    const last = rows.at(-1);
    if (!last) return others;
    after = last.id;
    const missing = rows.filter(({ id }) => !ids.has(id));
    const held = missing.find((row) => row.held > 0);
    if (held) {
      throw new CommandError(
        `Nothing was imported: ${held.id} is in an open checkout, but not in the file. Try again in 15 minutes`,
      );
    }
    others.push(...missing.map(({ id }) => id));
  }
}

async function* readAgain(
  file: string,
  ids: ReadonlyMap<string, string>,
): AsyncGenerator<Numbered> {
  for await (const { at, fields } of readCatalogueFile(file)) {
    const record = readRecord(fields);
    if (Array.isArray(record) || ids.get(record.product.id) !== at) {
      throw new CommandError(`${file} was changed during the import`);
    }
    yield { ...record, at };
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

const given = Object.fromEntries(
  Object.entries(changedColumns).map(([key, { name }]) => [key, sql.raw(`excluded."${name}"`)]),
) as Record<keyof typeof changedColumns, SQL>;

/** Writes a batch. Existing products keep their position, except with `replace`, which gives them the file's order. */
const write = (
  db: Database,
  batch: readonly Numbered[],
  { replace, setStock }: ImportOptions,
): Promise<void> =>
  db.transaction(async (tx) => {
    const rows = await lockBatch(
      tx,
      batch.map(({ product }) => product.id),
    );
    const known = new Map(rows.map((row) => [row.id, row]));
    const [fault] = setStock ? heldFaults(batch, known) : [];
    if (fault !== undefined) throw new CommandError(fault);
    await tx
      .insert(products)
      .values(
        batch.map(({ product, stock }) => ({
          ...fromProduct(product),
          stock: stock ?? known.get(product.id)?.stock ?? 0,
        })),
      )
      .onConflictDoUpdate({
        target: products.id,
        set: {
          ...given,
          ...(setStock && { stock: sql`excluded.stock` }),
          ...(replace && { position: sql`default` }),
        },
      });
  });

const remove = (db: Database, ids: readonly string[]): Promise<void> =>
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
 * query planner has no statistics. Postgres would do so by itself within minutes, PGlite never would.
 */
async function tidyProducts(db: Database): Promise<void> {
  try {
    await db.execute(sql`vacuum (analyze) ${products}`);
  } catch {
    // After a timeout, the server does it by itself later.
  }
}

/** Key of the lock for imports, an arbitrary number that nothing else in the database uses. */
const IMPORT_LOCK = 2_719_002;

/**
 * Runs an import. Throws a CommandError if another process is importing into the same database. The lock belongs to a
 * separate connection, so a killed process leaves no lock behind. An embedded database (one process) needs no lock.
 */
export async function whileNoOtherImports<T>(
  database: Settings['database'],
  work: () => Promise<T>,
): Promise<T> {
  if (database.kind !== 'postgres') return work();
  const client = new pg.Client({ connectionString: database.url, keepAlive: true });
  // If this connection breaks, the import's does too, and the import reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [IMPORT_LOCK]);
    if (!rows[0]?.locked) {
      throw new CommandError('Nothing was imported: another import is running. Try again later');
    }
    return await work();
  } finally {
    await client.end();
  }
}
